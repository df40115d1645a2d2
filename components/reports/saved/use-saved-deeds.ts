"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ReportName } from "#server/reports/choices.ts";
import type { SavedReport } from "#server/reports/saved/schema.ts";
import type { SavedQuery } from "./saved-address.ts";

export type SavedDraft = SavedQuery & Pick<SavedReport, "name" | "scope" | "schedule">;

const words = { already_exists: "exists", limit_reached: "limit", forbidden: "forbidden", not_found: "gone" } as const;

/** What is wrong, in the reader's words. */
function useFaultWords(): (error: unknown) => string {
  const t = useTranslations("reports.saved.faults");
  return (error) => {
    const { code, message } = failureOf(error);
    const known = Object.entries(words).find(([name]) => name === code)?.[1];
    return known ? t(known) : message || t("failed");
  };
}

function useFresh(): () => void {
  const { cache } = useLive();
  return () => cache.refresh(cache.of("reports.listSaved"));
}

/** Saves a new report, or changes one. */
export function useSaveReport(onSaved: (saved: SavedReport) => void) {
  const t = useTranslations("reports.saved");
  const api = useTRPCClient().reports;
  const toast = useToast();
  const faultOf = useFaultWords();
  const fresh = useFresh();
  const [saving, setSaving] = useState(false);
  const [fault, setFault] = useState<string>();
  const save = async (report: ReportName, draft: SavedDraft, changed: SavedReport | undefined) => {
    if (saving) return;
    setSaving(true);
    try {
      const saved = changed
        ? await api.updateSaved.mutate({ savedReportId: changed.id, ...draft })
        : await api.createSaved.mutate({ report, ...draft });
      setFault(undefined);
      fresh();
      toast.success(t("done", { name: saved.name }));
      onSaved(saved);
    } catch (error) {
      setFault(faultOf(error));
      focusFirstFault();
    } finally {
      setSaving(false);
    }
  };
  return { save, saving, fault };
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
