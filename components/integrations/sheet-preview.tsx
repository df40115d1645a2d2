"use client";

import { useQuery } from "@tanstack/react-query";
import { Table } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The newest rows, as a spreadsheet reads them. */
export function SheetPreview({ integrationId }: { integrationId: string }) {
  const t = useTranslations("integrations.sheet");
  const trpc = useTRPC();
  const refusals = useRefusals();
  const leads = useQuery(trpc.integrations.leads.queryOptions({ integrationId }, { retry: false }));
  const rows = leads.data?.rows ?? [];
  return (
    <section aria-label={t("preview")} className="grid min-w-0 gap-3 border-border border-t pt-4">
      <h3 className="font-medium text-sm">{t("preview")}</h3>
      {leads.isPending ? <Skeleton className="h-32 rounded-lg" /> : null}
      {leads.error ? (
        <p role="alert" className="text-danger text-sm">
          {refusals.sentence(leads.error)}
        </p>
      ) : null}
      {leads.data && rows.length === 0 ? (
        <EmptyState icon={<Table />} title={t("empty")} description={t("emptyHint")} />
      ) : null}
      {rows.length > 0 ? <Cells columns={leads.data?.columns ?? []} rows={rows} /> : null}
      <p className="text-pretty text-text-muted text-xs">{t("bounds")}</p>
    </section>
  );
}

function Cells({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  const t = useTranslations("integrations.sheet");
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t("preview")}
      className="max-h-80 min-w-0 overflow-auto rounded-lg border border-border focus-visible:outline-offset-[-2px]"
    >
      <table className="text-xs">
        <thead>
          <tr className="border-border border-b text-left text-text-muted">
            {columns.map((column) => (
              <th key={column} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {rows.map((row) => (
            <tr key={row[0]}>
              {columns.map((column, at) => (
                <td key={column} className="max-w-52 truncate whitespace-nowrap px-3 py-2">
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
