"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SettingsPage, SettingsSection } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { CsatForm } from "./csat-form.tsx";

/** Whether and how people are asked if they were satisfied. */
export function CsatSettings() {
  const t = useTranslations("csat.settings");
  const trpc = useTRPC();
  const enabled = useMay("websites_read");
  const settings = useQuery(trpc.csat.settings.queryOptions({}, { enabled }));
  const channels = useQuery(trpc.templates.channels.queryOptions({}, { enabled }));
  const templates = useQuery(trpc.templates.list.queryOptions({ status: ["APPROVED"] }, { enabled }));
  const all = [settings, channels, templates];
  const failed = all.filter((one) => one.isError && !one.data);
  const again = () => {
    for (const one of failed) void one.refetch();
  };
  return (
    <SettingsPage title={t("title")} description={t("description")} permissions={["websites_read"]}>
      {failed.length > 0 ? <ErrorState onRetry={again} retrying={all.some((one) => one.isFetching)} /> : null}
      {settings.data && channels.data && templates.data ? (
        <CsatForm settings={settings.data} channels={channels.data.result} templates={templates.data.result} />
      ) : failed.length > 0 ? null : (
        <SettingsSection title={t("asking")}>
          {["w-40", "w-full", "w-32", "w-full"].map((width, index) => (
            <Skeleton key={`${width}-${index % 2}`} className={index % 2 ? "h-8 w-full" : `h-3 ${width}`} />
          ))}
        </SettingsSection>
      )}
    </SettingsPage>
  );
}
