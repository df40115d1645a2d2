"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "#components/ui/error-state.tsx";
import { useFault } from "./reaching/use-fault.ts";

type PageErrorProps = { error: Error & { digest?: string }; reset: () => void };

/** What an `error.tsx` shows within the frame; the page's own state is lost, what was saved is not. */
export function PageError({ error, reset }: PageErrorProps) {
  const t = useTranslations("fault");
  const { title, description, again } = useFault(error, reset);
  return (
    <div className="grid min-h-full flex-1 place-items-center">
      <ErrorState title={t(title)} description={t(description)} requestId={error.digest} onRetry={again} />
    </div>
  );
}
