"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { changesIn } from "#components/forms/draft-changes.ts";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { useTRPC } from "#components/live/api.ts";
import { isRecord } from "#components/live/records.ts";
import { CallError } from "#components/live/trpc/call-error.ts";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { ReportName } from "#server/reports/choices.ts";
import type { SavedReport } from "#server/reports/saved/schema.ts";
import type { SavedQuery } from "./saved-address.ts";
import { useFaultWords, useFresh } from "./use-saved-deeds.ts";

export type SavedDraft = SavedQuery & Pick<SavedReport, "name" | "scope" | "schedule">;

/** What is wrong, and with which field of the form; `whole`: with none of them. */
type Fault = { field: "name" | "range" | "scope" | "whole"; text: string };

const own = ["name", "range", "scope"] as const;

/** The field that others have changed, too; any other refusal speaks of the name, which every form has. */
function fieldOf(error: unknown): Fault["field"] {
  const { error: code, details }: Record<string, unknown> =
    error instanceof CallError && isRecord(error.data) ? error.data : {};
  if (code !== "precondition_failed") return "name";
  const [first]: unknown[] = Array.isArray(details) ? details : [];
  return own.find((field) => isRecord(first) && first.field === field) ?? "whole";
}

/** Saves a new report, or what was changed in `saved`, unless others have changed the same meanwhile. */
export function useSaveReport(saved: SavedReport | undefined, onSaved: (saved: SavedReport) => void) {
  const t = useTranslations("reports.saved");
  const trpc = useTRPC().reports;
  const toast = useToast();
  const faultOf = useFaultWords();
  const fresh = useFresh();
  const [fault, setFault] = useState<Fault>();
  const settled = {
    onSuccess: (after: SavedReport) => {
      setFault(undefined);
      fresh();
      toast.success(t("done", { name: after.name }));
      onSaved(after);
    },
    onError: (error: unknown) => {
      setFault({ field: fieldOf(error), text: faultOf(error) });
      focusFirstFault();
    },
  };
  const create = useMutation(trpc.createSaved.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(saved, (api) => api.reports.listSaved.query({}), trpc.updateSaved.mutationOptions(settled)),
  );
  const save = (report: ReportName, draft: SavedDraft, changed: SavedReport | undefined) => {
    if (changed) update.mutate({ savedReportId: changed.id, ...changesIn<SavedDraft>(draft, changed) });
    else create.mutate({ report, ...draft });
  };
  const of = (field: Fault["field"]) => (fault?.field === field ? fault.text : undefined);
  return { save, saving: create.isPending || update.isPending, of };
}
