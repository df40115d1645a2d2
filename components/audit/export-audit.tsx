"use client";

import { useTranslations } from "next-intl";
import { useTRPCClient } from "#components/live/api.ts";
import { RowsButton } from "#components/tables/rows-button.tsx";
import { type AuditAddress, auditQueryOf } from "./use-audit.ts";

/** Everything under the filters as a CSV file. */
export function ExportAudit({ address }: { address: AuditAddress }) {
  const t = useTranslations("audit.export");
  const client = useTRPCClient();
  return (
    <RowsButton
      label={t("button")}
      fileName={() => `audit-${new Date().toISOString().slice(0, 10)}.csv`}
      read={(from) => client.audit.export.query({ ...auditQueryOf(address), ...from })}
      told={(count, cut) => t(cut ? "cut" : "done", { count })}
    />
  );
}
