"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

type FailureLineProps = {
  /** Why, in words. */
  reason: string;
  onRetry?: (() => void) | undefined;
  onDiscard?: (() => void) | undefined;
};

/** Under a message that did not go out: why, and what can be done about it. */
export function FailureLine({ reason, onRetry, onDiscard }: FailureLineProps) {
  const t = useTranslations("messages.failure");
  return (
    <div role="alert" className="flex max-w-[58ch] flex-wrap items-center justify-end gap-x-2 gap-y-0.5 text-xs">
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
      {onDiscard ? (
        <Button variant="link" size="sm" onClick={onDiscard}>
          {t("discard")}
        </Button>
      ) : null}
    </div>
  );
}
