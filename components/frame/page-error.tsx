"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { ErrorState } from "#components/ui/error-state.tsx";

type PageErrorProps = { error: Error & { digest?: string }; reset: () => void };

/** What an `error.tsx` shows within the frame; the page's own state is lost, what was saved is not. */
export function PageError({ error, reset }: PageErrorProps) {
  const t = useTranslations("fault");
  useEffect(() => console.error(error), [error]);
  return (
    <div className="grid min-h-full flex-1 place-items-center">
      <ErrorState title={t("title")} description={t("description")} requestId={error.digest} onRetry={reset} />
    </div>
  );
}
