"use client";

import { CirclePause, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";

export function WebhookStatus({ webhook }: { webhook: Pick<Webhook, "isActive" | "health"> }) {
  const t = useTranslations("webhooks.status");
  if (!webhook.isActive) return <Badge icon={<CirclePause aria-hidden />}>{t("paused")}</Badge>;
  if (webhook.health.warns) {
    return (
      <Badge tone="danger" icon={<TriangleAlert aria-hidden />}>
        {t("failing")}
      </Badge>
    );
  }
  return <Badge tone="success">{t("active")}</Badge>;
}
