"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import type { Webhook } from "#server/webhooks/schema.ts";
import { HealthBar } from "./health-bar.tsx";
import { useChannelNames } from "./use-channel-names.ts";

/** How the webhook is set and how it fares, in one line that wraps. */
export function WebhookSummary({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const channelName = useChannelNames();
  const { eventTypes, health, secret, signed, retryCount, retryPlan, customHeaders, websiteId, channelIds } = webhook;
  const channels = (channelIds.length > 0 ? channelIds : [websiteId]).map(channelName);
  const all = eventTypes.length === publicEventTypes.length;
  const headers = Object.keys(customHeaders);
  return (
    <dl aria-label={t("summary.label")} className="flex flex-wrap gap-x-6 gap-y-1 px-5 pb-3 text-xs phone:px-4">
      <Fact term={t("columns.health")}>
        <HealthBar health={health} />
      </Fact>
      {health.queued > 0 ? (
        <Fact term={t("summary.queued")}>{t("summary.queuedValue", { count: health.queued })}</Fact>
      ) : null}
      <Fact wide term={t("summary.events")} title={eventTypes.join("\n")}>
        {all ? t("summary.all") : t("form.eventsOf", { chosen: eventTypes.length, count: publicEventTypes.length })}
      </Fact>
      <Fact wide term={t("summary.channel")} title={channels.join("\n")}>
        {channels.length > 1 ? t("summary.channelsValue", { count: channels.length }) : channels[0]}
      </Fact>
      <Fact wide term={t("summary.retries")}>
        {retryPlan === "contract"
          ? t("summary.retriesValue", { count: retryCount })
          : t("summary.retriesPlan", { plan: retryPlan })}
      </Fact>
      <Fact term={t("summary.secret")}>
        <code className="font-mono">{secret}</code>
      </Fact>
      <Fact wide term={t("summary.signed")}>
        {t("summary.signedValue", { signed: String(signed) })}
      </Fact>
      <Fact wide term={t("summary.headers")} title={headers.join("\n")}>
        {t("summary.headersValue", { count: headers.length })}
      </Fact>
    </dl>
  );
}

type FactProps = {
  term: string;
  title?: string;
  /** Left to the form where there is little room. */
  wide?: boolean;
  children: ReactNode;
};

function Fact({ term, title, wide, children }: FactProps) {
  return (
    <div title={title} className={cn("flex shrink-0 items-center gap-1.5", wide && "phone:hidden")}>
      <dt className="text-text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
