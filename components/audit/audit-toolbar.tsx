"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTypedSearch } from "#components/contacts/typed-search.ts";
import { useTRPC } from "#components/live/api.ts";
import { DayRange } from "#components/ui/day-range.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { auditKinds, auditSources } from "#server/audit/schema.ts";
import { type AuditAddress, everybody } from "./use-audit.ts";

type AuditToolbarProps = { address: AuditAddress; change: (change: Partial<AuditAddress>) => void };

const anyKind = "any";

export function AuditToolbar({ address, change }: AuditToolbarProps) {
  const t = useTranslations("audit");
  const trpc = useTRPC();
  const people = useQuery(trpc.users.names.queryOptions({})).data ?? [];
  const [typed, setTyped] = useTypedSearch(address.search, (search) => change({ search }));
  const sources = [everybody, ...auditSources] as const;
  const chosen = address.who === "" ? "team" : address.who;
  const known = sources.some((source) => source === chosen) || people.some(({ id }) => id === chosen);
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 py-2 phone:px-4">
      <Input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        maxLength={200}
        leading={<Search aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-40 max-w-80 flex-1"
      />
      <Select
        aria-label={t("columns.who")}
        value={known ? chosen : "team"}
        onValueChange={(who) => change({ who: who === "team" ? "" : who })}
        options={[
          ...sources.map((value) => ({ value: value as string, label: t(`sources.${value}`) })),
          ...people.map(({ id, name }) => ({ value: id, label: name, group: t("people") })),
        ]}
        className="w-auto max-w-52 shrink-0"
      />
      <Select
        aria-label={t("kind")}
        value={auditKinds.find((kind) => kind === address.kind) ?? anyKind}
        onValueChange={(kind) => change({ kind: kind === anyKind ? "" : kind })}
        options={[
          { value: anyKind, label: t("everyKind") },
          ...auditKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
        ]}
        className="w-auto shrink-0"
      />
      <DayRange from={address.from} to={address.to} onChange={change} />
    </div>
  );
}
