"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";

type ErasePersonProps = { open: boolean; onOpenChange: (open: boolean) => void; contactId: string; name: string };

/** Asks before a person is erased everywhere; what came of it stands in the settings. */
export function ErasePerson({ open, onOpenChange, contactId, name }: ErasePersonProps) {
  const t = useTranslations("contacts.erase");
  const router = useRouter();
  const toast = useToast();
  const { erasures } = useTRPCClient();
  const { cache } = useLive();
  const erase = async () => {
    await erasures.erase.mutate({ contactId });
    cache.refresh(cache.of("contacts.list"));
    toast.success(t("done"));
    router.push("/settings/retention");
  };
  return (
    <ConfirmDialog
      danger
      open={open}
      onOpenChange={onOpenChange}
      title={t("title", { name })}
      description={t("description")}
      confirmText={t("word")}
      confirmLabel={t("confirm")}
      onConfirm={erase}
      errorText={(cause) => failureOf(cause).message || undefined}
    />
  );
}
