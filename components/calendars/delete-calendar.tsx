"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Calendar } from "#server/calendars/schema.ts";

type DeleteCalendarProps = {
  calendar: Calendar | undefined;
  /** Names of the service levels that count by it: it stays while there are any. */
  users: readonly string[];
  onClose: () => void;
};

export function DeleteCalendar({ calendar, users, onClose }: DeleteCalendarProps) {
  const t = useTranslations("calendars.remove");
  const format = useFormatter();
  const trpc = useTRPC();
  const toast = useToast();
  const router = useRouter();
  const { cache } = useLive();
  const refusals = useRefusals();
  const remove = useMutation(trpc.calendars.delete.mutationOptions());
  const name = calendar?.name ?? "";
  const isUsed = users.length > 0;
  const confirm = async () => {
    if (!calendar) return;
    if (isUsed) return router.push("/settings/service-levels");
    await remove.mutateAsync({ calendarId: calendar.id });
    cache.refresh(cache.of("calendars"));
    toast.success(t("done", { name }));
  };
  return (
    <ConfirmDialog
      danger={!isUsed}
      open={calendar !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t(isUsed ? "usedTitle" : "title", { name })}
      description={
        isUsed
          ? t("used", { names: format.list(users, { type: "conjunction" }), count: users.length })
          : t(calendar?.isDefault ? "textDefault" : "text")
      }
      confirmLabel={t(isUsed ? "toUsers" : "confirm")}
      onConfirm={confirm}
      errorText={(error) => (failureOf(error).code === "conflict" ? t("usedNow", { name }) : refusals.sentence(error))}
    />
  );
}
