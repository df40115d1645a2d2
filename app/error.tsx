"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { PlainFault } from "#components/frame/plain-fault.tsx";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/* For the pages outside of the workspace, and for its frame. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const t = useTranslations("fault");
  useEffect(() => console.error(error), [error]);
  return (
    <div className="grid min-h-dvh place-items-center p-6 text-center">
      <PlainFault
        title={t("title")}
        description={t("description")}
        digest={error.digest}
        again={t("again")}
        onAgain={reset}
      />
    </div>
  );
}
