"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { SettingsSection } from "./settings-parts.tsx";

const limits = [
  ["users", "userLimit"],
  ["channels", "channelLimit"],
  ["leads", "leadLimit"],
  ["conversations", "conversationLimit"],
] as const;

/** What the company's plan allows and how much of it is used. */
export function PlanUsage() {
  const t = useTranslations("companies.plan");
  const trpc = useTRPC();
  const { data: plan } = useQuery(trpc.plans.current.queryOptions({}));
  if (!plan) return null;
  return (
    <SettingsSection
      title={t("title")}
      description={
        <>
          <span className="font-medium text-text">{plan.name}</span>
          <br />
          {plan.description}
        </>
      }
    >
      <dl className="grid gap-4 sm:grid-cols-2">
        {limits.map(([name, limit]) => (
          <div key={name} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1.5 text-sm">
            <dt>{t(name)}</dt>
            <dd className="tabular text-text-muted">{t("used", { used: plan.usage[name], limit: plan[limit] })}</dd>
            <dd className="col-span-2 flex">
              <progress
                aria-label={t(name)}
                max={plan[limit]}
                value={plan.usage[name]}
                className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-text/8 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent"
              />
            </dd>
          </div>
        ))}
      </dl>
    </SettingsSection>
  );
}
