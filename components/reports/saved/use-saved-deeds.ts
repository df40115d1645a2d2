"use client";

import { useTranslations } from "next-intl";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { SavedReport } from "#server/reports/saved/schema.ts";

const words = {
  already_exists: "exists",
  limit_reached: "limit",
  forbidden: "forbidden",
  not_found: "gone",
  precondition_failed: "changed",
} as const;

/** What is wrong, in the reader's words. */
export function useFaultWords(): (error: unknown) => string {
  const t = useTranslations("reports.saved.faults");
  return (error) => {
    const { code, message } = failureOf(error);
    const known = Object.entries(words).find(([name]) => name === code)?.[1];
    return known ? t(known) : message || t("failed");
  };
}

export function useFresh(): () => void {
  const { cache } = useLive();
  return () => cache.refresh(cache.of("reports.listSaved"));
}

/** Sends one to oneself at once, and deletes, which can be taken back. */
export function useSavedDeeds() {
  const t = useTranslations("reports.saved");
  const api = useTRPCClient().reports;
  const toast = useToast();
  const faultOf = useFaultWords();
  const fresh = useFresh();
  const run = async (deed: () => Promise<void>) => {
    try {
      await deed();
    } catch (error) {
      toast.error(faultOf(error));
    } finally {
      fresh();
    }
  };
  return {
    send: ({ id }: SavedReport) =>
      run(async () => {
        const { outcome, to } = await api.sendSaved.mutate({ savedReportId: id });
        if (outcome === "queued") toast.success(t("sent", { to }));
        else toast.error(t("mail.off"));
      }),
    remove: (saved: SavedReport) =>
      run(async () => {
        await api.deleteSaved.mutate({ savedReportId: saved.id });
        const { report, name, scope, schedule, range, interval, by, comparison, businessHours } = saved;
        const { channelId, teamId, agentId, tag } = saved;
        const back = { report, name, scope, schedule, range, interval, by, comparison, businessHours };
        toast.success(t("deleted", { name }), {
          undo: () =>
            void run(async () => void (await api.createSaved.mutate({ ...back, channelId, teamId, agentId, tag }))),
        });
      }),
  };
}
