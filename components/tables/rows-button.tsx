"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { PlanButton } from "#components/companies/plan-button.tsx";
import { useRefusals } from "#components/companies/refusals.ts";
import { useToast } from "#components/ui/toast.tsx";
import { saveFile } from "./save-file.ts";

/** More than a spreadsheet opens, and as much as a browser holds without trouble. */
const mostRows = 100_000;

type Piece = { csv: string; rows: number; nextCursor: string | null };

type RowsButtonProps = {
  label: string;
  fileName: () => string;
  /** A thousand rows from a cursor; from the beginning without one. */
  read: (from: { cursor?: string }) => Promise<Piece>;
  /** What is said afterwards; `cut`: there were more rows than a file takes. */
  told: (count: number, cut: boolean) => string;
};

/** Everything under the filters as a CSV file, fetched piece by piece. */
export function RowsButton({ label, fileName, read, told }: RowsButtonProps) {
  const toast = useToast();
  const refusals = useRefusals();
  const run = useMutation({
    mutationFn: async () => {
      const pieces: string[] = [];
      let [rows, cursor]: [number, string | null] = [0, ""];
      while (cursor !== null && rows < mostRows) {
        const piece: Piece = await read(cursor ? { cursor } : {});
        pieces.push(piece.csv);
        rows += piece.rows;
        cursor = piece.nextCursor;
      }
      saveFile(pieces, fileName());
      return { rows, cut: cursor !== null };
    },
    onSuccess: ({ rows, cut }) => toast.success(told(rows, cut)),
    onError: (error) => toast.error(refusals.sentence(error)),
  });
  return (
    <PlanButton feature="export" icon={<Download aria-hidden />} loading={run.isPending} onClick={() => run.mutate()}>
      {label}
    </PlanButton>
  );
}
