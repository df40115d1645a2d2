"use client";

import { useTranslations } from "next-intl";
import { PlainFault } from "#components/frame/plain-fault.tsx";
import { useFault } from "#components/frame/reaching/use-fault.ts";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/* For the pages outside of the workspace, and for its frame. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const t = useTranslations("fault");
  const { title, description, again } = useFault(error, reset);
  return (
    <div className="grid min-h-dvh place-items-center p-6 text-center">
      <PlainFault
        title={t(title)}
        description={t(description)}
        digest={error.digest}
        again={t("again")}
        onAgain={again}
      />
    </div>
  );
}
