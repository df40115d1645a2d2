"use client";

import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { History, RotateCcw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { whyKeyOf } from "#components/conversations/selection/why.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { LogTime } from "#components/tables/log-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { actionNames } from "#server/actions/choices.ts";
import type { Rule, RuleRun } from "#server/rules/schema.ts";
import { useTriggerWords } from "./rule-words.ts";

const tones = { done: "success", skipped: "neutral", failed: "danger" } as const;

/** What a rule did, where and why; and once more. */
export function RunsSheet({
  edited: rule,
  mayWrite,
  onClose,
}: {
  edited: Rule | undefined;
  mayWrite: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("rules.runs");
  return (
    <Sheet
      open={rule !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={rule ? t("title", { name: rule.name }) : ""}
    >
      {rule ? <Runs rule={rule} mayWrite={mayWrite} /> : null}
    </Sheet>
  );
}

function Runs({ rule, mayWrite }: { rule: Rule; mayWrite: boolean }) {
  const t = useTranslations("rules.runs");
  const trpc = useTRPC();
  const { cache } = useLive();
  const toast = useToast();
  const refusals = useRefusals();
  const options = trpc.rules.runs.infiniteQueryOptions(
    { ruleId: rule.id, limit: 20 },
    { getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined },
  );
  const runs = useInfiniteQuery(options);
  const rerun = useMutation(
    trpc.rules.rerun.mutationOptions({
      onSuccess: () => {
        cache.refresh(cache.of("rules.runs"));
        toast.success(t("rerunDone"));
      },
      onError: (error) => toast.error(refusals.sentence(error)),
    }),
  );
  const shown = runs.data?.pages.flatMap(({ data }) => data) ?? [];
  if (runs.isError && !runs.data) return <ErrorState onRetry={() => void runs.refetch()} retrying={runs.isFetching} />;
  if (runs.isPending) return <Skeleton className="m-4 h-40 rounded-lg" />;
  if (shown.length === 0) return <EmptyState icon={<History />} title={t("empty")} description={t("emptyHint")} />;
  return (
    <div className="grid gap-3 p-4">
      <ul aria-label={t("list")} className="grid divide-y divide-border rounded-lg border border-border">
        {shown.map((run) => (
          <Run
            key={run.id}
            run={run}
            onRerun={mayWrite ? () => rerun.mutate({ ruleId: rule.id, runId: run.id }) : undefined}
          />
        ))}
      </ul>
      {runs.hasNextPage ? (
        <Button loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
      <p className="text-text-muted text-xs">{t("kept")}</p>
    </div>
  );
}

function Run({ run, onRerun }: { run: RuleRun; onRerun: (() => void) | undefined }) {
  const t = useTranslations("rules.runs");
  const words = useTranslations("actions");
  const trigger = useTriggerWords();
  const { why, conversationId, outcome } = run;
  const name = run.visitorName || t("nameless");
  const because = why.match
    ? t("matched", { trigger: trigger(run.trigger), text: why.match.value })
    : trigger(run.trigger);
  return (
    <li className="flex items-start gap-2 p-3">
      <div className="grid min-w-0 flex-1 gap-1 text-sm">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <Badge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Badge>
          <Link href={`/inbox/${conversationId}`} className="min-w-0 truncate rounded-sm font-medium hover:underline">
            {name}
          </Link>
          <LogTime value={run.createdAt} />
        </span>
        <span className="text-text-muted text-xs">{why.code === "matched" ? because : t(`why.${why.code}`)}</span>
        <ul className="grid gap-0.5 text-xs">
          {run.actions.map((action, index) => (
            <li key={index}>
              {actionWords(words, action)}
              {action.why ? (
                <span className="text-text-muted"> {words(`why.${whyKeyOf(action.why.code)}`)}</span>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      {onRerun ? (
        <IconButton label={t("rerun", { name })} onClick={onRerun}>
          <RotateCcw aria-hidden />
        </IconButton>
      ) : null}
    </li>
  );
}

type Words = ReturnType<typeof useTranslations<"actions">>;

function actionWords(words: Words, { name, outcome }: RuleRun["actions"][number]): string {
  const known = actionNames.find((one) => one === name);
  if (!known) return name;
  return outcome === "failed" ? words(`${known}.failed`) : words(`${known}.label`);
}
