"use client";

import { useTranslations } from "next-intl";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { FactList } from "./fact-list.tsx";
import { qualityTone, useLanguageWord, useQualityWord } from "./template-words.ts";
import { useWhatsappChannels } from "./whatsapp-channels.ts";

export function TemplateFacts({ template }: { template: WhatsAppTemplate }) {
  const t = useTranslations("templates");
  const language = useLanguageWord();
  const quality = useQualityWord();
  const { nameOf } = useWhatsappChannels();
  return (
    <FactList
      title={t("facts")}
      facts={[
        [t("columns.category"), t(template.category)],
        [t("columns.language"), `${language(template.language)} (${template.language})`],
        [t("columns.channel"), nameOf(template.channelId)],
        [
          t("columns.quality"),
          <Badge key="quality" tone={qualityTone(template.quality)}>
            {quality(template.quality)}
          </Badge>,
        ],
        [
          t("columns.lastSent"),
          template.lastSentAt ? <RelativeTime key="sent" value={template.lastSentAt} /> : t("never"),
        ],
        [t("created"), <RelativeTime key="created" value={template.createdAt} />],
      ]}
    />
  );
}
