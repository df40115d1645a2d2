"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPCClient } from "#components/live/api.ts";
import { saveFile } from "#components/tables/save-file.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { type AuditAddress, auditQueryOf } from "./use-audit.ts";

/** More than a spreadsheet opens, and as much as a browser holds without trouble. */
const mostRows = 100_000;

/** Everything under the filters as a CSV file, fetched a thousand rows at a time. */
export function ExportAudit({ address }: { address: AuditAddress }) {
  const t = useTranslations("audit.export");
  const client = useTRPCClient();
  const toast = useToast();
  const refusals = useRefusals();
  const run = useMutation({
    mutationFn: async () => {
      const pieces: string[] = [];
      let [rows, cursor]: [number, string | null] = [0, ""];
      while (cursor !== null && rows < mostRows) {
        const input = { ...auditQueryOf(address), ...(cursor ? { cursor } : {}) };
        const piece: { csv: string; rows: number; nextCursor: string | null } = await client.audit.export.query(input);
        pieces.push(piece.csv);
        rows += piece.rows;
        cursor = piece.nextCursor;
      }
      saveFile(pieces, `audit-${new Date().toISOString().slice(0, 10)}.csv`);
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
