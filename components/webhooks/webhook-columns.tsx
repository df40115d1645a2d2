"use client";

import { useTranslations } from "next-intl";
import type { Column } from "#components/tables/table-columns.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import type { Webhook } from "#server/webhooks/schema.ts";
import { HealthBar } from "./health-bar.tsx";
import { useFailureReason } from "./log/delivery-words.ts";
import { shortUrl } from "./url-text.ts";
import { useChannelNames } from "./use-channel-names.ts";
import type { WebhookDialog } from "./webhook-dialogs.tsx";
import { WebhookMenu } from "./webhook-menu.tsx";
import { WebhookStatus } from "./webhook-status.tsx";

export function useWebhookColumns(onChoose: (webhook: Webhook, dialog: WebhookDialog) => void): Column<Webhook>[] {
  const t = useTranslations("webhooks");
  const channelName = useChannelNames();
  const reason = useFailureReason();
  const eventWords = (types: readonly string[]) =>
    types.length === publicEventTypes.length ? t("allEvents") : t("someEvents", { count: types.length });
  return [
    {
      id: "url",
      header: t("columns.url"),
      cell: ({ url, health }) => (
        <>
          <span title={url} className="block truncate">
            {shortUrl(url)}
          </span>
          <span className="block text-text-muted text-xs md:hidden">
            <HealthBar health={health} />
          </span>
        </>
      ),
      copy: ({ url }) => url,
    },
    {
      id: "status",
      header: t("columns.status"),
      width: 116,
      cell: (webhook) => <WebhookStatus webhook={webhook} />,
    },
    {
      id: "health",
      header: t("columns.health"),
      width: 190,
      from: "md",
      cell: ({ health }) => <HealthBar health={health} />,
    },
    {
      id: "lastFailure",
      header: t("columns.lastFailure"),
      width: 240,
      from: "lg",
      cell: ({ health }) =>
        health.lastFailureAt ? (
          <span title={reason(health.lastFailureReason)}>
            <RelativeTime plain value={health.lastFailureAt} className="tabular mr-2" />
            <span className="text-text-muted">{reason(health.lastFailureReason)}</span>
          </span>
        ) : (
          <span className="text-text-faint">{t("health.never")}</span>
        ),
    },
    {
      id: "events",
      header: t("columns.events"),
      width: 120,
      from: "lg",
      cell: ({ eventTypes }) => <span title={eventTypes.join("\n")}>{eventWords(eventTypes)}</span>,
    },
    {
      id: "channel",
      header: t("columns.channel"),
      width: 140,
      from: "xl",
      cell: ({ websiteId }) => <span className="text-text-muted">{channelName(websiteId)}</span>,
    },
    {
      id: "actions",
      header: t("columns.actions"),
      width: 80,
      align: "end",
      cell: (webhook) => <WebhookMenu webhook={webhook} onChoose={(dialog) => onChoose(webhook, dialog)} />,
    },
  ];
}
