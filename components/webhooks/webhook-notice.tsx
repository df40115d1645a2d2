"use client";

import { CirclePause, TriangleAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { moment } from "#components/time/moments.ts";
import { Button } from "#components/ui/button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import type { Webhook } from "#server/webhooks/schema.ts";
import { Notice } from "./notice.tsx";
import { useActivity } from "./use-activity.ts";

const RecoveryNotice = dynamic(() =>
  untilLoaded(() => import("./recovery-notice.tsx")).then((it) => it.RecoveryNotice),
);

/** What to know before reading the log: that nothing is sent, that nothing arrives, or what has not arrived. */
export function WebhookNotice({ webhook, onRecover }: { webhook: Webhook; onRecover: () => void }) {
  const t = useTranslations("webhooks");
  const format = useFormatter();
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
  const { warns, consecutiveFailures, missed, missedSince } = webhook.health;
  if (!warns && missed === 0) return null;
  const since = missedSince ? format.dateTime(new Date(missedSince), moment) : "";
  const lost = missed > 0 ? t("missed.title", { count: missed, since }) : "";
  return (
    <Notice
      danger
      icon={<TriangleAlert aria-hidden />}
      title={warns ? t("failing.title", { count: consecutiveFailures }) : lost}
      description={warns ? [lost && `${lost}.`, t("failing.description")].join(" ").trim() : t("missed.description")}
      action={mayWrite ? <Button onClick={onRecover}>{t("recover.open")}</Button> : null}
    />
  );
}
