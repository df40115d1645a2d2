"use client";

import { useQuery } from "@tanstack/react-query";
import { Combine } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { useMerging } from "./use-merging.ts";

/** Who went into this contact and can still come out again; nothing where nobody did. */
export function MergedNotice({ contactId, mayWrite }: { contactId: string; mayWrite: boolean }) {
  const t = useTranslations("merging");
  const format = useFormatter();
  const trpc = useTRPC();
  const { undo } = useMerging();
  const [busy, setBusy] = useState<string>();
  const merges = useQuery(trpc.merges.list.queryOptions({ contactId })).data ?? [];
  const undoable = merges.filter(({ undoableUntil }) => undoableUntil !== null);
  if (undoable.length === 0) return null;
  const run = async (merge: (typeof undoable)[number]) => {
    setBusy(merge.id);
    await undo(merge);
    setBusy(undefined);
  };
  return (
    <ul aria-label={t("merged")} className="grid gap-1 border-border border-b px-5 py-2 phone:px-4">
      {undoable.map((merge) => (
        <li key={merge.id} className="flex items-center gap-2 text-sm">
          <Combine aria-hidden className="size-4 shrink-0 text-text-muted" />
          <span className="min-w-0 flex-1">
            {t("mergedLine", {
              name: merge.loserName || t("unnamed"),
              date: format.dateTime(new Date(merge.createdAt), { dateStyle: "medium" }),
              until: format.dateTime(new Date(merge.undoableUntil ?? merge.createdAt), { dateStyle: "medium" }),
            })}
          </span>
          {mayWrite ? (
            <Button size="sm" loading={busy === merge.id} onClick={() => void run(merge)}>
              {t("undo")}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
