"use client";

import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

type FailureLineProps = {
  /** Why, in words. */
  reason: string;
  onRetry?: (() => void) | undefined;
  /** What helps instead of another try: a template, or the channel's settings. */
  remedy?: { kind: "template"; onPick: () => void } | { kind: "reconnect" } | undefined;
  onDiscard?: (() => void) | undefined;
};

/** Under a message that did not go out: why, and what can be done about it. That it failed is the announcer's to say, once. */
export function FailureLine({ reason, onRetry, remedy, onDiscard }: FailureLineProps) {
  const t = useTranslations("messages.failure");
  return (
    <div className="flex max-w-[58ch] flex-wrap items-center justify-end gap-x-2 gap-y-0.5 text-xs">
      <p className="flex items-center gap-1.5 text-danger">
        <CircleAlert aria-hidden className="size-3.5 shrink-0" />
        <span>
          <span className="font-medium">{t("title")}.</span> {reason}
        </span>
      </p>
      {onRetry ? (
        <Button variant="link" size="sm" onClick={onRetry}>
          {t("retry")}
        </Button>
      ) : null}
      {remedy?.kind === "template" ? (
        <Button variant="link" size="sm" onClick={remedy.onPick}>
          {t("template")}
        </Button>
      ) : null}
      {remedy?.kind === "reconnect" ? (
        <Button variant="link" size="sm" asChild>
          <Link href="/settings/channels">{t("reconnect")}</Link>
        </Button>
      ) : null}
      {onDiscard ? (
        <Button variant="link" size="sm" onClick={onDiscard}>
          {t("discard")}
        </Button>
      ) : null}
    </div>
  );
}
