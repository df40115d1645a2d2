"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "#components/ui/error-state.tsx";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const t = useTranslations("frame.fault");
  return (
    <div className="grid min-h-full flex-1 place-items-center">
      <ErrorState title={t("title")} description={t("description")} requestId={error.digest} onRetry={reset} />
    </div>
  );
}
