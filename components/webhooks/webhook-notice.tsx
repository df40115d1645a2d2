"use client";

import { CirclePause, TriangleAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";
import { Notice } from "./notice.tsx";
import { useActivity } from "./use-activity.ts";

const RecoveryNotice = dynamic(() => import("./recovery-notice.tsx").then((it) => it.RecoveryNotice));

/** What to know before reading the log: that nothing is sent, or that nothing arrives. */
export function WebhookNotice({ webhook, onRecover }: { webhook: Webhook; onRecover: () => void }) {
  const t = useTranslations("webhooks");
  const mayWrite = useMay("webhooks_write");
  const setActive = useActivity();
  if (webhook.recoveryId) return <RecoveryNotice recoveryId={webhook.recoveryId} />;
  if (!webhook.isActive) {
    return (
      <Notice
        icon={<CirclePause aria-hidden />}
        title={t("paused.title")}
        description={t(webhook.holdWhilePaused ? "paused.held" : "paused.description")}
        action={mayWrite ? <Button onClick={() => void setActive(webhook, true)}>{t("paused.resume")}</Button> : null}
      />
    );
  }
  if (!webhook.health.warns) return null;
  return (
    <Notice
      danger
      icon={<TriangleAlert aria-hidden />}
      title={t("failing.title", { count: webhook.health.consecutiveFailures })}
      description={t("failing.description")}
      action={mayWrite ? <Button onClick={onRecover}>{t("recover.open")}</Button> : null}
    />
  );
}
