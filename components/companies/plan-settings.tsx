"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { useSizeWords } from "#components/ui/size-words.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { SettingsPage, SettingsSection } from "./settings-parts.tsx";

const limits = [
  ["leads", "leadLimit"],
  ["conversations", "conversationLimit"],
  ["channels", "channelLimit"],
  ["users", "userLimit"],
] as const;

/** The plans that every installation knows have words in each language, unless the operator has renamed them. */
const builtIn = {
  Free: "free",
  Starter: "starter",
  Growth: "growth",
  Team: "team",
  Business: "business",
  Scale: "scale",
  "Own installation": "own",
} as const;

/** From here on a limit counts as unlimited. */
const boundless = 1_000_000_000;

const tones = {
  active: "success",
  trial: "accent",
  lead_limit_reached: "warning",
  conversation_limit_reached: "warning",
  suspended: "danger",
} satisfies Record<string, BadgeTone>;

/** What the company's plan allows, how much of it is used, and what happens when it is full. */
export function PlanSettings() {
  const t = useTranslations("companies.plan");
  const format = useFormatter();
  const trpc = useTRPC();
  const enabled = useMay("admin");
  const plan = useQuery(trpc.plans.current.queryOptions({}, { enabled }));
  // Files come and go without an event: asked again every minute.
  const storage = useQuery({ ...trpc.plans.storage.queryOptions({}, { enabled }), refetchInterval: 60_000 });
  const account = useQuery(trpc.companies.account.queryOptions({}, { enabled }));
  const known = Object.entries(builtIn).find(([name, id]) => name === plan.data?.name && id === plan.data.id)?.[1];
  const failed = [plan, account].find(({ isError, data }) => isError && !data);
  return (
    <SettingsPage title={t("title")} permissions={["admin"]}>
      {failed ? (
        <ErrorState
          onRetry={() => void Promise.all([plan.refetch(), account.refetch()])}
          retrying={failed.isFetching}
        />
      ) : null}
      {!failed && !(plan.data && account.data) ? <PlanSkeleton title={t("current")} /> : null}
      {plan.data && account.data ? (
        <>
          <SettingsSection
            title={t("current")}
            description={known ? t(`known.${known}.description`) : plan.data.description}
          >
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-semibold text-lg">{known ? t(`known.${known}.name`) : plan.data.name}</span>
              {account.data.statuses.map((status) => (
                <Badge key={status} tone={tones[status]}>
                  {t(`statuses.${status}`)}
                </Badge>
              ))}
            </div>
            {plan.data.priceUSD > 0 ? (
              <p className="text-sm text-text-muted">
                {t(plan.data.annualPlan ? "yearly" : "monthly", {
                  price: format.number(plan.data.priceUSD, { style: "currency", currency: "USD" }),
                })}
              </p>
            ) : null}
          </SettingsSection>
          <SettingsSection title={t("usage")} description={t("usageHint")}>
            <dl className="grid gap-5">
              {limits.map(([name, limit]) => (
                <UsageBar key={name} name={name} used={plan.data.usage[name]} limit={plan.data[limit]} />
              ))}
              {storage.data ? <StorageBar {...storage.data} /> : null}
            </dl>
          </SettingsSection>
          <SettingsSection title={t("full")} description={t("fullHint")}>
            <ul className="grid gap-2 text-sm">
              <li>{t("fullLeads")}</li>
              <li>{t("fullConversations")}</li>
              <li>{t("fullChannels")}</li>
              <li>{t("fullUsers")}</li>
            </ul>
          </SettingsSection>
        </>
      ) : null}
    </SettingsPage>
  );
}

type UsageBarProps = { name: (typeof limits)[number][0]; used: number; limit: number };

function UsageBar({ name, used, limit }: UsageBarProps) {
  const t = useTranslations("companies.plan");
  const free = limit >= boundless;
  const text = free ? t("usedFreely", { used }) : t("used", { used, limit });
  return <Bar name={t(name)} used={used} limit={limit} free={free} text={text} />;
}

/* Bytes of files have no end on most plans. */
function StorageBar({ used, limit }: { used: number; limit: number | null }) {
  const t = useTranslations("companies.plan");
  const words = useSizeWords();
  const text = limit === null ? words(used) : t("storageUsed", { used: words(used), limit: words(limit) });
  return <Bar name={t("storage")} used={used} limit={limit ?? 0} free={limit === null} text={text} />;
}

type BarProps = { name: string; used: number; limit: number; free: boolean; text: string };

function Bar({ name, used, limit, free, text }: BarProps) {
  const t = useTranslations("companies.plan");
  const share = free ? 0 : limit > 0 ? used / limit : 1;
  const state = share >= 1 ? "full" : share >= 0.8 ? "near" : "free";
  const fill = { full: "bg-danger", near: "bg-warning", free: "bg-accent" }[state];
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1.5 text-sm">
      <dt className="flex items-center gap-2">
        {name}
        {state === "full" ? <Badge tone="danger">{t("isFull")}</Badge> : null}
        {state === "near" ? <Badge tone="warning">{t("isNear")}</Badge> : null}
      </dt>
      <dd className="tabular text-text-muted">{text}</dd>
      <dd className={free ? "hidden" : "col-span-2"}>
        <div
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={text}
          className="h-1.5 w-full overflow-hidden rounded-full bg-text/8"
        >
          <div
            className={`h-full rounded-full ${fill}`}
            style={{ width: `${used > 0 ? Math.max(0.5, Math.min(1, share) * 100) : 0}%` }}
          />
        </div>
      </dd>
    </div>
  );
}

function PlanSkeleton({ title }: { title: string }) {
  return (
    <SettingsSection title={title}>
      {["leads", "conversations", "channels", "users"].map((name) => (
        <div key={name} className="grid gap-2">
          <Skeleton className="w-40" />
          <Skeleton className="h-1.5 w-full" />
        </div>
      ))}
    </SettingsSection>
  );
}
