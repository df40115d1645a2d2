"use client";

import { CirclePause, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Webhook } from "#server/webhooks/schema.ts";
import { useActivity } from "./use-activity.ts";

/** What to know before reading the log: that nothing is sent, or that nothing arrives. */
export function WebhookNotice({ webhook, onRedeliver }: { webhook: Webhook; onRedeliver: () => void }) {
  const t = useTranslations("webhooks");
  const mayWrite = useMay("webhooks_write");
  const setActive = useActivity();
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
      action={mayWrite ? <Button onClick={onRedeliver}>{t("failing.redeliver")}</Button> : null}
    />
  );
}

type NoticeProps = { danger?: boolean; icon: ReactNode; title: string; description: string; action: ReactNode };

function Notice({ danger, icon, title, description, action }: NoticeProps) {
  return (
    <div
      role={danger ? "alert" : "status"}
      className={cn(
        "mx-5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3 py-2 text-sm phone:mx-4 [&>svg]:size-4 [&>svg]:shrink-0",
        danger
          ? "border-danger/30 bg-danger/6 [&>svg]:text-danger"
          : "border-warning/30 bg-warning/8 [&>svg]:text-warning",
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        <p className="text-pretty text-text-muted">{description}</p>
      </div>
      {action}
    </div>
  );
}
