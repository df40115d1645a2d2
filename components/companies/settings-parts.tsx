"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

type SettingsPageProps = {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Where the page belongs, for pages below a list. */
  back?: { href: string; label: string };
  /** Any of these opens the page; an empty list: everyone. */
  permissions?: readonly string[];
  /** All the width there is: logs with many columns. */
  wide?: boolean;
  children: ReactNode;
};

/** A page of the settings. People who may not see it get a message, although no link leads there. */
export function SettingsPage(props: SettingsPageProps) {
  const { title, description, actions, back, permissions = [], wide, children } = props;
  const t = useTranslations("companies.settings");
  const allowed = useMay(...permissions) || permissions.length === 0;
  return (
    <div className={cn("flex w-full flex-col", wide ? "max-w-360" : "max-w-220")}>
      <PageHeader
        title={title}
        description={description}
        actions={allowed ? actions : undefined}
        {...(back ? { back } : {})}
        className="pt-3"
      />
      {allowed ? children : <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} />}
    </div>
  );
}

type SettingsSectionProps = { title: string; description?: ReactNode; className?: string; children: ReactNode };

/** A heading with what it means on the left, what can be set on the right; one below the other where it is narrow. */
export function SettingsSection({ title, description, className, children }: SettingsSectionProps) {
  return (
    <section className="grid grid-cols-1 gap-x-10 gap-y-4 border-border border-t px-5 py-6 first-of-type:border-t-0 lg:grid-cols-[15rem_minmax(0,1fr)] phone:px-4">
      <div className="grid content-start gap-1">
        <h2 className="font-medium text-base">{title}</h2>
        {description ? <div className="text-pretty text-sm text-text-muted">{description}</div> : null}
      </div>
      <div className={cn("grid min-w-0 grid-cols-1 content-start gap-5", className)}>{children}</div>
    </section>
  );
}
