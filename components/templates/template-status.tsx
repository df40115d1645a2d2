"use client";

import { CircleCheck, CircleX, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { standingOf, standingTone } from "./template-words.ts";

const icons = { success: CircleCheck, warning: Clock, danger: CircleX } as const;

type Standing = Pick<WhatsAppTemplate, "status" | "platformStatus" | "waiting">;

export function TemplateStatus({ template }: { template: Standing }) {
  const t = useTranslations("templates.standing");
  const word = standingOf(template);
  const tone = standingTone(word);
  const Icon = tone === "success" || tone === "warning" ? icons[tone] : icons.danger;
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(word)}
    </Badge>
  );
}
