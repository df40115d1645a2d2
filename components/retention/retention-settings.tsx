"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Erasures } from "./erasures.tsx";
import { LegalHolds } from "./legal-holds.tsx";
import { RetentionForm } from "./retention-form.tsx";

/** For how long what is kept, and what nobody may delete. */
export function RetentionSettings() {
  const t = useTranslations("retention");
  const trpc = useTRPC();
  const enabled = useMay("admin");
  const rules = useQuery(trpc.retention.read.queryOptions({}, { enabled }));
  const holds = useQuery(trpc.retention.holds.queryOptions({}, { enabled }));
  const failed = [rules, holds].filter((one) => one.isError && !one.data);
  const again = () => {
    for (const one of failed) void one.refetch();
  };
  return (
    <SettingsPage title={t("title")} description={t("description")} permissions={["admin"]}>
      {failed.length > 0 ? <ErrorState onRetry={again} retrying={rules.isFetching || holds.isFetching} /> : null}
      {failed.length === 0 && !(rules.data && holds.data) ? <Skeleton className="mx-5 h-72 rounded-lg" /> : null}
      {rules.data && holds.data ? (
        <>
          <RetentionForm rules={rules.data.rules} />
          <LegalHolds holds={holds.data} />
          <Erasures />
        </>
      ) : null}
    </SettingsPage>
  );
}
