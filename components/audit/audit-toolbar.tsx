"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LogToolbar, toolbarChoice } from "#components/companies/settings-log.tsx";
import { DayRange } from "#components/filters/day-range.tsx";
import { Select } from "#components/forms/select.tsx";
import { useTRPC } from "#components/live/api.ts";
import { auditSources } from "#server/audit/choices.ts";
import { auditKinds } from "#server/core/words.ts";
import { type AuditAddress, everybody } from "./use-audit.ts";

type AuditToolbarProps = { address: AuditAddress; change: (change: Partial<AuditAddress>) => void };

const anyKind = "any";

export function AuditToolbar({ address, change }: AuditToolbarProps) {
  const t = useTranslations("audit");
  const trpc = useTRPC();
  const people = useQuery(trpc.users.names.queryOptions({})).data ?? [];
  const sources = [everybody, ...auditSources] as const;
  const chosen = address.who === "" ? "team" : address.who;
  const known = sources.some((source) => source === chosen) || people.some(({ id }) => id === chosen);
  return (
    <LogToolbar search={{ label: t("search"), value: address.search, onSearch: (search) => change({ search }) }}>
      <Select
        aria-label={t("columns.who")}
        value={known ? chosen : "team"}
        onValueChange={(who) => change({ who: who === "team" ? "" : who })}
        options={[
          ...sources.map((value) => ({ value: value as string, label: t(`sources.${value}`) })),
          ...people.map(({ id, name }) => ({ value: id, label: name, group: t("people") })),
        ]}
        className={toolbarChoice}
      />
      <Select
        aria-label={t("kind")}
        value={auditKinds.find((kind) => kind === address.kind) ?? anyKind}
        onValueChange={(kind) => change({ kind: kind === anyKind ? "" : kind })}
        options={[
          { value: anyKind, label: t("everyKind") },
          ...auditKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
        ]}
        className={toolbarChoice}
      />
      <DayRange from={address.from} to={address.to} onChange={change} />
    </LogToolbar>
  );
}
