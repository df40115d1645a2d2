"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, MessagesSquare, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChannelIcon, type ChannelName } from "#components/ui/channel-icon.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ChannelSite, ChannelType } from "#server/channels/schema.ts";
import { CreateChannel } from "./create-channel.tsx";

export const channelNameOfType: Record<ChannelType, ChannelName> = {
  WEBSITE: "WEB",
  WHATSAPP_API: "WHATSAPP",
  WHATSAPP_BUSINESS: "WHATSAPP",
  FACEBOOK: "FACEBOOK",
  INSTAGRAM: "INSTAGRAM",
};

export function ChannelsSettings() {
  const t = useTranslations("channels");
  const trpc = useTRPC();
  const channels = useQuery(trpc.channels.list.queryOptions({}, { enabled: useMay("websites_read") }));
  const [adding, setAdding] = useState(false);
  const add = useMay("websites_write") ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      {t("add")}
    </Button>
  ) : null;
  return (
    <SettingsPage title={t("title")} description={t("description")} permissions={["websites_read"]} actions={add}>
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {channels.isError && !channels.data ? (
          <ErrorState onRetry={() => void channels.refetch()} retrying={channels.isFetching} />
        ) : null}
        {channels.isPending ? <Skeleton className="h-36 rounded-lg" /> : null}
        {channels.data && channels.data.length > 0 ? <ChannelRows channels={channels.data} /> : null}
        {channels.data?.length === 0 ? (
          <EmptyState
            icon={<MessagesSquare />}
            title={t("list.empty")}
            description={t("list.emptyHint")}
            actions={add}
          />
        ) : null}
      </div>
      <CreateChannel open={adding} onOpenChange={setAdding} />
    </SettingsPage>
  );
}

function ChannelRows({ channels }: { channels: readonly ChannelSite[] }) {
  return (
    <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border">
      {channels.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} />
      ))}
    </ul>
  );
}

function ChannelRow({ channel }: { channel: ChannelSite }) {
  const t = useTranslations("channels");
  const { id, label, type, connected, chatbot, sandbox, testChannelUrl } = channel;
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-text/4">
      <ChannelIcon channel={channelNameOfType[type]} />
      <div className="grid min-w-0 flex-1">
        <Link
          href={`/settings/channels/${id}`}
          aria-label={t("list.open", { name: label })}
          className="truncate font-medium text-base after:absolute after:inset-0"
        >
          {label}
        </Link>
        <p className="truncate text-text-muted text-xs">
          {t(`types.${type}`)} · {chatbot ? t("list.bot", { name: chatbot.name }) : t("list.noBot")}
        </p>
      </div>
      {sandbox ? <Badge>{t("list.sandbox")}</Badge> : null}
      <Badge tone={connected ? "success" : "neutral"} className={connected ? "phone:hidden" : ""}>
        {connected ? t("list.connected") : t("list.notConnected")}
      </Badge>
      {type === "WEBSITE" ? (
        <a
          href={testChannelUrl}
          target="_blank"
          rel="noopener"
          aria-label={t("list.testOf", { name: label })}
          className="relative inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-sm text-text-muted hover:bg-text/6 hover:text-text touch:min-h-11"
        >
          <ExternalLink aria-hidden className="size-4" />
          <span className="phone:hidden">{t("list.test")}</span>
        </a>
      ) : null}
    </li>
  );
}
