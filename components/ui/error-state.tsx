"use client";

import { CircleAlert, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "./button.tsx";
import { cn } from "./class-names.ts";

type ErrorStateProps = {
  title?: string;
  /** What happened, what it means and what to do. */
  description?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** Shown small, for a message to support. */
  requestId?: string | undefined;
  className?: string;
};

export function ErrorState({ title, description, onRetry, retrying, requestId, className }: ErrorStateProps) {
  const t = useTranslations("ui.error");
  return (
    <div
      role="alert"
      className={cn("mx-auto grid max-w-100 justify-items-center gap-1 px-6 py-12 text-center", className)}
    >
      <CircleAlert aria-hidden className="mb-2 size-6 stroke-[1.5] text-danger" />
      <p className="font-medium text-base">{title ?? t("title")}</p>
      <p className="text-pretty text-sm text-text-muted">{description ?? t("description")}</p>
      {requestId ? <p className="mt-1 font-mono text-2xs text-text-faint">{t("request", { id: requestId })}</p> : null}
      {onRetry ? (
        <Button className="mt-3" onClick={onRetry} loading={retrying} icon={<RotateCw aria-hidden />}>
          {t("retry")}
        </Button>
      ) : null}
    </div>
  );
}
