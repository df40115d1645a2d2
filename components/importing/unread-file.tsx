"use client";

import { useTranslations } from "next-intl";
import { detailsOf } from "#components/companies/refusals.ts";
import { failureOf } from "#components/live/api.ts";
import { CallError } from "#components/live/trpc/call-error.ts";
import { ErrorState } from "#components/ui/error-state.tsx";

/** Why a file cannot be read as a list of contacts. Only what passes is worth another try. */
export function UnreadFile({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations("importing.unread");
  const [fault] = error instanceof CallError ? detailsOf(error.data) : [];
  const { message, passing } = failureOf(error);
  const [, row] = /after row (\d+)/.exec(fault?.message ?? "") ?? [];
  const words =
    fault?.code === "empty"
      ? t("noRows")
      : fault?.code === "invalid_csv"
        ? row === undefined
          ? t("noCsv")
          : t("after", { row: Number(row) })
        : message || undefined;
  return <ErrorState title={t("title")} description={words} {...(passing ? { onRetry } : {})} />;
}
