"use client";

import { useTranslations } from "next-intl";
import { useTRPCClient } from "#components/live/api.ts";
import { RowsButton } from "#components/tables/rows-button.tsx";
import type { ReportAddress } from "./address.ts";

/** Each conversation that began in the range with all its times, as CSV. */
export function TimesButton({ place }: { place: ReportAddress }) {
  const t = useTranslations("reports.times");
  const client = useTRPCClient();
  const { range, filters, first, last } = place;
  return (
    <RowsButton
      label={t("button")}
      fileName={() => `conversation-times-${first}-${last}.csv`}
      read={(from) => client.reports.times.query({ ...range, ...filters, ...from })}
      told={(count, cut) => t(cut ? "cut" : "done", { count })}
    />
  );
}
