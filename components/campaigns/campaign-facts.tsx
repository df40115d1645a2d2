"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { useProfile } from "#components/frame/profile.tsx";
import { FactList } from "#components/templates/fact-list.tsx";
import { useWhatsappChannels } from "#components/templates/whatsapp-channels.ts";
import { moment } from "#components/time/moments.ts";
import type { CampaignDetail } from "./campaign-page.tsx";

const kinds = ["filters", "tags", "csv", "contacts"] as const;

export function CampaignFacts({ detail }: { detail: CampaignDetail }) {
  const t = useTranslations("campaigns.facts");
  const format = useFormatter();
  const { timeZone } = useProfile().company;
  const { nameOf } = useWhatsappChannels();
  const directory = useDirectory();
  const { campaign, template, audience, sendRate, createdBy } = detail;
  const at = (value: Date | string | null) =>
    value ? format.dateTime(new Date(value), { ...moment, timeZone }) : t("notYet");
  const kind = kinds.find((one) => one === audience.type) ?? "filters";
  const audienceText = audience.description === "" ? t("everybody") : t(kind, { what: audience.description });
  return (
    <FactList
      title={t("title")}
      facts={[
        [
          t("template"),
          <Link key="template" href={`/templates/${template.id}`} className="text-accent underline underline-offset-3">
            {template.elementName}
          </Link>,
        ],
        [
          t("text"),
          <span key="text" className="line-clamp-4 whitespace-pre-wrap">
            {template.text}
          </span>,
        ],
        [t("channel"), nameOf(campaign.channelId)],
        [t("audience"), audienceText],
        [t("rate"), t("perMinute", { count: sendRate })],
        [t("scheduledAt"), at(campaign.scheduledAt)],
        [t("startedAt"), at(campaign.startedAt)],
        [t("finishedAt"), at(campaign.finishedAt)],
        [t("zone"), timeZone.replaceAll("_", " ")],
        [t("createdBy"), directory.user(createdBy) ?? t("api")],
      ]}
    />
  );
}
