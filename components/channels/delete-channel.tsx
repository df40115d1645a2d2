"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ChannelSite } from "#server/channels/schema.ts";

/** The name must be typed, because customers notice when a chat disappears from a website. */
export function DeleteChannel({ channel }: { channel: ChannelSite }) {
  const t = useTranslations("channels.remove");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [asking, setAsking] = useState(false);
  const remove = useMutation(trpc.channels.delete.mutationOptions());
  const confirm = async () => {
    await remove.mutateAsync({ channelId: channel.id, force: true });
    toast.success(t("done", { name: channel.label }));
    router.push("/settings/channels");
    cache.refresh([...cache.of("channels.list"), ...cache.of("chatbots"), ...cache.of("plans")]);
  };
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <Button variant="secondary" className="justify-self-start text-danger" onClick={() => setAsking(true)}>
        {t("button")}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onOpenChange={setAsking}
        title={t("confirmTitle", { name: channel.label })}
        description={t("confirmText")}
        confirmText={channel.label}
        confirmLabel={t("confirm")}
        onConfirm={confirm}
        errorText={refusals.sentence}
      />
    </SettingsSection>
  );
}
