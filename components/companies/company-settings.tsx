"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { CompanyForm } from "./company-form.tsx";
import { SettingsPage, SettingsSection } from "./settings-parts.tsx";

/* In a piece of its own: below what the page is opened for. */
const FactorRule = dynamic(() => untilLoaded(() => import("./factor-rule.tsx")).then((module) => module.FactorRule));
const MailSection = dynamic(() =>
  untilLoaded(() => import("#components/mail/mail-section.tsx")).then((module) => module.MailSection),
);

export function CompanySettings() {
  const t = useTranslations("companies.company");
  const trpc = useTRPC();
  const company = useQuery(trpc.companies.read.queryOptions({}, { enabled: useMay("admin") }));
  return (
    <SettingsPage title={t("title")} permissions={["admin"]}>
      {company.isError && !company.data ? (
        <ErrorState onRetry={() => void company.refetch()} retrying={company.isFetching} />
      ) : null}
      {company.data ? <CompanyForm company={company.data} /> : null}
      {company.data ? (
        <div className="border-border border-t">
          <FactorRule company={company.data} />
          <MailSection />
        </div>
      ) : null}
      {company.isPending ? <FormSkeleton title={t("about")} /> : null}
    </SettingsPage>
  );
}

function FormSkeleton({ title }: { title: string }) {
  return (
    <SettingsSection title={title}>
      {["w-40", "w-full", "w-32", "w-full"].map((width, index) => (
        <Skeleton key={`${width}-${index % 2}`} className={index % 2 ? "h-8 w-full" : `h-3 ${width}`} />
      ))}
    </SettingsSection>
  );
}
