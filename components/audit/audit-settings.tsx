"use client";

import { History, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsLog } from "#components/companies/settings-log.tsx";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useAddressState } from "#components/filters/address-state.ts";
import { useMay } from "#components/frame/profile.tsx";
import { LogTime } from "#components/tables/log-time.tsx";
import type { Column } from "#components/tables/table-columns.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import type { AuditEntry } from "#server/audit/schema.ts";
import { AuditToolbar } from "./audit-toolbar.tsx";
import { useActorWords, useDeedWords } from "./deed-words.tsx";
import { ExportAudit } from "./export-audit.tsx";
import { auditFilters, useAudit } from "./use-audit.ts";

const DeedSheet = laterForm(
  () => import("./deed-sheet.tsx"),
  (module) => module.DeedSheet,
);

function useColumns(): Column<AuditEntry>[] {
  const t = useTranslations("audit.columns");
  const words = useDeedWords();
  const actor = useActorWords();
  return [
    {
      id: "time",
      header: t("time"),
      width: 164,
      from: "lg",
      cell: ({ at }) => <LogTime value={at} />,
    },
    {
      id: "who",
      header: t("who"),
      width: 260,
      from: "lg",
      cell: (entry) => (
        <span className="font-medium" title={actor(entry.actor)}>
          {actor(entry.actor)}
        </span>
      ),
    },
    {
      id: "what",
      header: t("what"),
      cell: (entry) => (
        <>
          <span className="block truncate">{words(entry, true)}</span>
          <span className="block truncate text-text-muted text-xs lg:hidden">
            {actor(entry.actor)} · <RelativeTime plain value={entry.at} />
          </span>
        </>
      ),
    },
  ];
}

/** The audit log: everything that people, their tokens, bots and timers changed, newest first. */
export function AuditSettings() {
  const t = useTranslations("audit");
  const may = useMay("admin");
  const [address, change] = useAddressState(auditFilters);
  const { list, rows, searchedTo } = useAudit(address, may);
  const [shown, setShown] = useState<AuditEntry>();
  const columns = useColumns();
  const narrowed = auditFilters.some((name) => address[name] !== "");
  return (
    <SettingsPage
      wide
      title={t("title")}
      description={t("description")}
      permissions={["admin"]}
      actions={<ExportAudit address={address} />}
    >
      <AuditToolbar address={address} change={change} />
      <SettingsLog
        label={t("title")}
        columns={columns}
        list={list}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ operation, type }) => operation || type}
        onRowOpen={setShown}
        searchedTo={searchedTo}
        empty={
          <EmptyState
            icon={narrowed ? <SearchX /> : <History />}
            title={t(narrowed ? "nothing" : "empty")}
            description={t(narrowed ? "nothingHint" : "emptyHint")}
          />
        }
      />
      <DeedSheet edited={shown} onClose={() => setShown(undefined)} />
    </SettingsPage>
  );
}
