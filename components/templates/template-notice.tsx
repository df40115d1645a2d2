"use client";

import { CircleAlert, Clock, Info, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { standingOf } from "./template-words.ts";

const reasons = [
  "INVALID_FORMAT",
  "ABUSIVE_CONTENT",
  "INCORRECT_CATEGORY",
  "TAG_CONTENT_MISMATCH",
  "PROMOTIONAL",
  "SCAM",
  "DUPLICATE",
] as const;

/** What the platform decided and why, what to do about it, and what may be edited. */
export function TemplateNotice({ template }: { template: WhatsAppTemplate }) {
  const t = useTranslations("templates.notice");
  const word = standingOf(template);
  if (word === "approved") {
    return (
      <Notice icon={Info} tone="plain" title={t("approved")}>
        <p>{t("editLimits")}</p>
      </Notice>
    );
  }
  if (word === "submitting" || word === "review") {
    return (
      <Notice icon={Clock} tone="warning" title={t(word)}>
        <p>{t(word === "review" ? "reviewHint" : "submittingHint")}</p>
      </Notice>
    );
  }
  const { rejectionReason, rejectionAdvice, rejectionCode } = template;
  const known = reasons.find((one) => one === rejectionCode);
  return (
    <Notice icon={CircleAlert} tone="danger" title={word === "rejected" ? t("rejected") : t(`platform.${word}`)}>
      {rejectionReason ? (
        <p>
          <span className="font-medium">{t("reason")} </span>
          {rejectionReason}
        </p>
      ) : null}
      {rejectionAdvice ? (
        <p>
          <span className="font-medium">{t("advice")} </span>
          {rejectionAdvice}
        </p>
      ) : null}
      {known && !rejectionAdvice ? <p>{t(`reasons.${known}`)}</p> : null}
      {word === "rejected" ? <p>{t("mend")}</p> : null}
      {word === "PAUSED" ? <p>{t("pausedHint")}</p> : null}
      {rejectionCode ? <p className="text-text-muted text-xs">{t("code", { code: rejectionCode })}</p> : null}
    </Notice>
  );
}

const tones = {
  plain: "border-border bg-surface [&>svg]:text-text-muted",
  warning: "border-warning/40 bg-warning/8 [&>svg]:text-warning",
  danger: "border-danger/40 bg-danger/8 [&>svg]:text-danger",
} as const;

type NoticeProps = { icon: LucideIcon; tone: keyof typeof tones; title: string; children?: ReactNode };

export function Notice({ icon: Icon, tone, title, children }: NoticeProps) {
  return (
    <div role="status" className={cn("flex gap-3 rounded-lg border p-3 text-sm", tones[tone])}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="wrap-anywhere grid min-w-0 gap-1">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  );
}
