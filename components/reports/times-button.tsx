"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPCClient } from "#components/live/api.ts";
import { saveFile } from "#components/tables/save-file.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ReportAddress } from "./address.ts";

/** More than a spreadsheet opens, and as much as a browser holds without trouble. */
const mostRows = 100_000;

/** Each conversation that began in the range with all its times, as CSV; fetched a thousand at a time. */
export function TimesButton({ place }: { place: ReportAddress }) {
  const t = useTranslations("reports.times");
  const client = useTRPCClient();
  const toast = useToast();
  const refusals = useRefusals();
  const { range, filters, first, last } = place;
  const run = useMutation({
    mutationFn: async () => {
      const pieces: string[] = [];
      let [rows, cursor]: [number, string | null] = [0, ""];
      while (cursor !== null && rows < mostRows) {
        const input = { ...range, ...filters, ...(cursor ? { cursor } : {}) };
        const piece: { csv: string; rows: number; nextCursor: string | null } = await client.reports.times.query(input);
        pieces.push(piece.csv);
        rows += piece.rows;
        cursor = piece.nextCursor;
      }
      saveFile(pieces, `conversation-times-${first}-${last}.csv`);
      return { rows, cut: cursor !== null };
    },
    onSuccess: ({ rows, cut }) => toast.success(t(cut ? "cut" : "done", { count: rows })),
    onError: (error) => toast.error(refusals.sentence(error)),
  });
  return (
    <Button icon={<Download aria-hidden />} loading={run.isPending} onClick={() => run.mutate()}>
      {t("button")}
    </Button>
  );
}
