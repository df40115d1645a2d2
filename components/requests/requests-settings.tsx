"use client";

import { useQuery } from "@tanstack/react-query";
import { ScrollText, SearchX } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { LogToolbar, SettingsLog, toolbarChoice } from "#components/companies/settings-log.tsx";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useAddressState } from "#components/filters/address-state.ts";
import { DayRange } from "#components/filters/day-range.tsx";
import { Select } from "#components/forms/select.tsx";
import { useTRPC } from "#components/live/api.ts";
import { LogTime } from "#components/tables/log-time.tsx";
import type { Column } from "#components/tables/table-columns.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { keptDays, statusClasses } from "#server/requests/choices.ts";
import type { ApiRequest } from "#server/requests/schema.ts";
import { requestFilters, useRequests } from "./use-requests.ts";

const any = "any";

function toneOf(status: number): BadgeTone {
  if (status >= 500) return "danger";
  return status >= 400 ? "warning" : "success";
}

function useColumns(): Column<ApiRequest>[] {
  const t = useTranslations("requests.columns");
  const format = useFormatter();
  return [
    {
      id: "status",
      header: t("status"),
      width: 76,
      cell: ({ status }) => (
        <Badge tone={toneOf(status)} className="tabular">
          {status}
        </Badge>
      ),
    },
    {
      id: "request",
      header: t("request"),
      cell: ({ method, path, error, tokenName, createdAt }) => (
        <>
          <span className="block truncate font-mono text-xs" title={`${method} ${path}`}>
            <span className="text-text-muted">{method}</span> {path}
            {error ? <span className="text-text-muted"> · {error}</span> : null}
          </span>
          <span className="block truncate text-text-muted text-xs md:hidden">
            {tokenName} · <RelativeTime plain value={createdAt} />
          </span>
        </>
      ),
    },
    {
      id: "token",
      header: t("token"),
      width: 140,
      from: "lg",
      cell: ({ tokenName }) => <span className="text-text-muted">{tokenName}</span>,
    },
    {
      id: "duration",
      header: t("duration"),
      width: 84,
      align: "end",
      from: "md",
      cell: ({ durationMs }) => (
        <span className="tabular text-text-muted">
          {format.number(durationMs, { style: "unit", unit: "millisecond", unitDisplay: "short" })}
        </span>
      ),
    },
    {
      id: "requestId",
      header: "X-Request-ID",
      width: 190,
      from: "lg",
      cell: ({ requestId }) => <code className="font-mono text-text-muted text-xs">{requestId}</code>,
      copy: ({ requestId }) => requestId,
    },
    {
      id: "time",
      header: t("time"),
      width: 164,
      from: "md",
      cell: ({ createdAt }) => <LogTime value={createdAt} />,
    },
  ];
}

/** Requests made with the reader's tokens; with all tokens, for administrators. */
export function RequestsSettings() {
  const t = useTranslations("requests");
  const [address, change] = useAddressState(requestFilters);
  const { list, rows, searchedTo } = useRequests(address);
  const columns = useColumns();
  const narrowed = requestFilters.some((name) => address[name] !== "");
  return (
    <SettingsPage wide title={t("title")} description={t("description", { days: keptDays })}>
      <Toolbar address={address} change={change} />
      <SettingsLog
        label={t("title")}
        columns={columns}
        list={list}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ method, path }) => `${method} ${path}`}
        searchedTo={searchedTo}
        empty={
          narrowed ? (
            <EmptyState icon={<SearchX />} title={t("nothing")} description={t("nothingHint", { days: keptDays })} />
          ) : (
            <EmptyState
              icon={<ScrollText />}
              title={t("empty")}
              description={t.rich("emptyHint", {
                link: (chunks) => (
                  <Link href="/settings/tokens" className="text-accent underline">
                    {chunks}
                  </Link>
                ),
              })}
            />
          )
        }
      />
    </SettingsPage>
  );
}

type ToolbarProps = {
  address: Parameters<typeof useRequests>[0];
  change: ReturnType<typeof useAddressState<(typeof requestFilters)[number]>>[1];
};

function Toolbar({ address, change }: ToolbarProps) {
  const t = useTranslations("requests");
  const trpc = useTRPC();
  const tokens = useQuery(trpc.tokens.list.queryOptions({})).data ?? [];
  return (
    <LogToolbar search={{ label: t("search"), value: address.search, onSearch: (search) => change({ search }) }}>
      <Select
        aria-label={t("columns.token")}
        value={tokens.some(({ id }) => id === address.token) ? address.token : any}
        onValueChange={(token) => change({ token: token === any ? "" : token })}
        options={[
          { value: any, label: t("everyToken") },
          ...tokens.map(({ id, name, last4 }) => ({ value: id, label: name, hint: `…${last4}` })),
        ]}
        className={toolbarChoice}
      />
      <Select
        aria-label={t("columns.status")}
        value={statusClasses.find((one) => one === address.status) ?? any}
        onValueChange={(next) => change({ status: next === any ? "" : next })}
        options={[
          { value: any, label: t("everyStatus") },
          ...statusClasses.map((value) => ({ value, label: t(`classes.${value}`) })),
        ]}
        className={toolbarChoice}
      />
      <DayRange from={address.from} to={address.to} onChange={change} />
    </LogToolbar>
  );
}
