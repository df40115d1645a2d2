"use client";

import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { ContactStatus } from "#server/core/words.ts";

const tones: Record<ContactStatus, BadgeTone> = {
  new: "accent",
  active: "success",
  client: "neutral",
  long_term: "outline",
};

export function StatusBadge({ status }: { status: ContactStatus }) {
  const t = useTranslations("contacts.statuses");
  return <Badge tone={tones[status]}>{t(status)}</Badge>;
}
