"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { LogToolbar, SettingsLog, toolbarChoice } from "#components/companies/settings-log.tsx";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useAddressState } from "#components/filters/address-state.ts";
import { Select } from "#components/forms/select.tsx";
import { useTRPC } from "#components/live/api.ts";
import { LogTime } from "#components/tables/log-time.tsx";
import type { Column } from "#components/tables/table-columns.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import { useSizeWords } from "#components/ui/size-words.ts";
import { inboundStatuses } from "#server/channels/choices.ts";
import { useKindWords } from "./kind-words.ts";
import { type InboundAddress, type InboundRow, inboundFilters, inboundKinds, useInbound } from "./use-inbound.ts";

const PayloadSheet = laterForm(
  () => import("./payload-sheet.tsx"),
  (module) => module.PayloadSheet,
);

const any = "any";

export const statusTones: Record<InboundRow["status"], BadgeTone> = {
  received: "neutral",
  processed: "success",
  failed: "danger",
  ignored: "neutral",
  rejected: "warning",
};

function useColumns(names: ReadonlyMap<string, string>): Column<InboundRow>[] {
  const t = useTranslations("inbound");
  const sizeWords = useSizeWords();
  const words = useKindWords();
  return [
    {
      id: "status",
      header: t("columns.status"),
      width: 112,
      cell: ({ status }) => <Badge tone={statusTones[status]}>{t(`statuses.${status}`)}</Badge>,
    },
    {
      id: "kinds",
      header: t("columns.kinds"),
      cell: ({ kinds, error, receivedAt }) => (
        <>
          <span className="block truncate text-sm">
            {words(kinds)}
            {error ? <span className="text-text-muted"> · {error}</span> : null}
          </span>
          <span className="block truncate text-text-muted text-xs md:hidden">
            <RelativeTime plain value={receivedAt} />
          </span>
        </>
      ),
    },
    {
      id: "channel",
      header: t("columns.channel"),
      width: 180,
      from: "lg",
      cell: ({ channelId, platform }) => (
        <span className="truncate text-text-muted">{names.get(channelId ?? "") ?? platform}</span>
      ),
    },
    {
      id: "size",
      header: t("columns.size"),
      width: 88,
      align: "end",
      from: "md",
      cell: ({ size }) => <span className="text-text-muted tabular">{sizeWords(size)}</span>,
    },
    {
      id: "time",
      header: t("columns.time"),
      width: 164,
      from: "md",
      cell: ({ receivedAt }) => <LogTime value={receivedAt} />,
    },
  ];
}

/** Everything the platforms sent, with what became of it. For administrators. */
export function InboundSettings() {
  const t = useTranslations("inbound");
  return (
    <SettingsPage wide title={t("title")} description={t("description")} permissions={["admin"]}>
      <Journal />
    </SettingsPage>
  );
}

function Journal() {
  const t = useTranslations("inbound");
  const trpc = useTRPC();
  const [address, change] = useAddressState(inboundFilters);
  const { list, rows } = useInbound(address);
  const channels = useQuery(trpc.channels.names.queryOptions({})).data ?? [];
  const names = new Map(channels.map(({ id, label }) => [id, label]));
  const columns = useColumns(names);
  const narrowed = [address.channel, address.status, address.kind].some((one) => one !== "");
  return (
    <>
      <Filters address={address} change={change} channels={channels} />
      <SettingsLog
        label={t("title")}
        columns={columns}
        list={list}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ kinds, platform }) => `${platform} ${kinds.join(", ")}`}
        onRowOpen={({ id }) => change({ payload: id })}
        searchedTo={null}
        empty={
          narrowed ? (
            <EmptyState icon={<SearchX />} title={t("nothing")} />
          ) : (
            <EmptyState icon={<Inbox />} title={t("empty")} description={t("emptyHint")} />
          )
        }
      />
      <PayloadSheet edited={address.payload || undefined} onClose={() => change({ payload: "" })} />
    </>
  );
}

type FiltersProps = {
  address: InboundAddress;
  change: (part: Partial<Record<(typeof inboundFilters)[number], string>>) => void;
  channels: readonly { id: string; type: string; label: string }[];
};

function Filters({ address, change, channels }: FiltersProps) {
  const t = useTranslations("inbound");
  const connected = channels.filter(({ type }) => type !== "WEBSITE");
  return (
    <LogToolbar>
      <Select
        aria-label={t("columns.channel")}
        value={connected.some(({ id }) => id === address.channel) ? address.channel : any}
        onValueChange={(next) => change({ channel: next === any ? "" : next })}
        options={[
          { value: any, label: t("everyChannel") },
          ...connected.map(({ id, label }) => ({ value: id, label })),
        ]}
        className={toolbarChoice}
      />
      <Select
        aria-label={t("columns.status")}
        value={inboundStatuses.find((one) => one === address.status) ?? any}
        onValueChange={(next) => change({ status: next === any ? "" : next })}
        options={[
          { value: any, label: t("everyStatus") },
          ...inboundStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ]}
        className={toolbarChoice}
      />
      <Select
        aria-label={t("columns.kinds")}
        value={inboundKinds.find((one) => one === address.kind) ?? any}
        onValueChange={(next) => change({ kind: next === any ? "" : next })}
        options={[
          { value: any, label: t("everyKind") },
          ...inboundKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
        ]}
        className={toolbarChoice}
      />
    </LogToolbar>
  );
}
