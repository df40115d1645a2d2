"use client";

import { useTranslations } from "next-intl";
import type { Column } from "#components/tables/table-columns.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { TemplateStatus } from "./template-status.tsx";
import { qualityTone, useLanguageWord, useQualityWord } from "./template-words.ts";

export function useTemplateColumns(channelName?: (id: string) => string): Column<WhatsAppTemplate>[] {
  const t = useTranslations("templates");
  const language = useLanguageWord();
  const quality = useQualityWord();
  const columns: Column<WhatsAppTemplate>[] = [
    {
      id: "name",
      header: t("columns.name"),
      width: 220,
      cell: (row) => (
        <>
          <span className="block truncate font-medium">{row.elementName}</span>
          <span className="block truncate text-text-muted text-xs md:hidden">{language(row.language)}</span>
        </>
      ),
      copy: ({ elementName }) => elementName,
    },
    { id: "status", header: t("columns.status"), width: 132, cell: (row) => <TemplateStatus template={row} /> },
    {
      id: "text",
      header: t("columns.text"),
      from: "lg",
      cell: ({ text }) => (
        <span className="text-text-muted" title={text}>
          {text || t("writtenByWhatsApp")}
        </span>
      ),
    },
    { id: "category", header: t("columns.category"), width: 120, from: "md", cell: (row) => t(row.category) },
    {
      id: "language",
      header: t("columns.language"),
      width: 170,
      from: "md",
      cell: (row) => <span title={row.language}>{language(row.language)}</span>,
    },
    {
      id: "quality",
      header: t("columns.quality"),
      width: 110,
      from: "lg",
      cell: (row) => <Badge tone={qualityTone(row.quality)}>{quality(row.quality)}</Badge>,
    },
    {
      id: "lastSent",
      header: t("columns.lastSent"),
      width: 110,
      from: "lg",
      cell: ({ lastSentAt }) =>
        lastSentAt ? (
          <RelativeTime plain value={lastSentAt} className="tabular" />
        ) : (
          <span className="text-text-faint">{t("never")}</span>
        ),
    },
  ];
  if (!channelName) return columns;
  const channel: Column<WhatsAppTemplate> = {
    id: "channel",
    header: t("columns.channel"),
    width: 150,
    from: "xl",
    cell: ({ channelId }) => <span className="text-text-muted">{channelName(channelId)}</span>,
  };
  return [...columns, channel];
}
