"use client";

import { CalendarClock, CircleCheck, CircleSlash, Loader, type LucideIcon, OctagonX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { CampaignStatus as Status } from "#server/campaigns/choices.ts";

const looks: Record<Status, { tone: BadgeTone; icon: LucideIcon }> = {
  SCHEDULED: { tone: "neutral", icon: CalendarClock },
  SENDING: { tone: "accent", icon: Loader },
  SENT: { tone: "success", icon: CircleCheck },
  STOPPED: { tone: "danger", icon: OctagonX },
  CANCELLED: { tone: "neutral", icon: CircleSlash },
};

export function CampaignStatus({ status }: { status: Status }) {
  const t = useTranslations("campaigns.statuses");
  const { tone, icon: Icon } = looks[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(status)}
    </Badge>
  );
}
