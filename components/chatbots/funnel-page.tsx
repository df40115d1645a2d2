"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn, Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Select } from "#components/forms/select.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { FunnelRow } from "./funnel-row.tsx";
import { lastDays, percent, summarize } from "./funnel-steps.ts";

const periods = ["1", "7", "30", "90"] as const;
type Period = (typeof periods)[number];

/** Counts change with every turn of the bot; reading them more often than this is of no use. */
const refreshMs = 10_000;

/** How far visitors come in the flow of a chatbot, and where they leave. */
export function FunnelPage({ chatbotId }: { chatbotId: string }) {
  const t = useTranslations("funnel");
  const trpc = useTRPC();
  const mayRead = useMay("websites_read");
  const [period, setPeriod] = useState<Period>("30");
  const now = useTickingNow();
  const days = lastDays(Number(period), now);
  const enabled = mayRead;
  const funnel = useQuery(
    trpc.chatbots.funnel.queryOptions({ chatbotId, ...days }, { enabled, refetchInterval: refreshMs }),
  );
  const list = useQuery(trpc.chatbots.questionList.queryOptions({ chatbotId }, { enabled }));
  const words = new Map(list.data?.nodes.map((node) => [node.internal_name, node.text[0] ?? ""]));
  const { reached, most, worst } = summarize(funnel.data?.nodes ?? []);
  if (!mayRead) return <EmptyState icon={<Lock />} title={t("forbidden")} />;
  const gone = funnel.isError && failureOf(funnel.error).code === "not_found";
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        description={t("description")}
        back={{ href: "/chatbots", label: t("back") }}
        actions={
          <Select
            aria-label={t("period")}
            className="w-44"
            options={periods.map((value) => ({ value, label: t("days", { days: Number(value) }) }))}
            value={period}
            onValueChange={setPeriod}
          />
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-8 phone:px-4">
        {gone ? <EmptyState icon={<ChartNoAxesColumn />} title={t("gone")} /> : null}
        {funnel.isError && !funnel.data && !gone ? (
          <ErrorState onRetry={() => void funnel.refetch()} retrying={funnel.isFetching} />
        ) : null}
        {funnel.isPending ? <Skeleton className="h-64 max-w-220 rounded-lg" /> : null}
        {funnel.data && reached.length === 0 ? (
          <EmptyState icon={<ChartNoAxesColumn />} title={t("empty")} description={t("emptyHint")} />
        ) : null}
        {worst ? (
          <p className="mb-3 max-w-220 text-sm text-text-muted">
            {t("worst", {
              step: worst.internalName,
              count: worst.abandoned,
              share: Math.round(percent(worst.abandoned, worst.entered)),
            })}
          </p>
        ) : null}
        <ol
          aria-label={t("steps")}
          className="max-w-220 divide-y divide-border rounded-lg border border-border empty:hidden"
        >
          {reached.map((step) => (
            <FunnelRow
              key={step.internalName}
              step={step}
              most={most}
              text={words.get(step.internalName) ?? ""}
              href={step.id === null ? undefined : `/chatbots/${chatbotId}/flow?node=${step.internalName}`}
            />
          ))}
        </ol>
      </div>
    </div>
  );
}
