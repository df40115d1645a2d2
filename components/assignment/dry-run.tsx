"use client";

import { useQuery } from "@tanstack/react-query";
import type { inferProcedureInput, inferProcedureOutput } from "@trpc/server";
import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { AppRouter } from "#server/trpc/router.ts";

type Draft = inferProcedureInput<AppRouter["assignment"]["dryRun"]>;
type Plan = inferProcedureOutput<AppRouter["assignment"]["dryRun"]>;

/** What the policy, as it stands in the form, would do with what waits now. Nothing is done. */
export function DryRun({ draft }: { draft: Draft }) {
  const t = useTranslations("assignment.dryRun");
  const trpc = useTRPC();
  const refusals = useRefusals();
  const [asked, setAsked] = useState(false);
  const plan = useQuery(trpc.assignment.dryRun.queryOptions(draft, { enabled: asked, gcTime: 0, retry: false }));
  return (
    <section aria-label={t("try")} className="grid gap-3 rounded-lg border border-border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 text-pretty text-sm text-text-muted">{t("hint")}</p>
        <Button
          size="sm"
          icon={<FlaskConical aria-hidden />}
          onClick={() => (asked ? void plan.refetch() : setAsked(true))}
        >
          {t("try")}
        </Button>
      </div>
      {asked && plan.isPending ? <Spinner label={t("running")} /> : null}
      {plan.isError ? <ErrorState className="py-2" description={refusals.sentence(plan.error)} /> : null}
      {plan.data ? <Outcome plan={plan.data} /> : null}
    </section>
  );
}

const most = 50;

function Outcome({ plan: { assigned, waiting } }: { plan: Plan }) {
  const t = useTranslations("assignment.dryRun");
  const trpc = useTRPC();
  const teams = useQuery(trpc.teams.names.queryOptions({})).data;
  return (
    <div role="status" className="grid gap-2 text-sm">
      <p className="font-medium">{t("outcome", { count: assigned.length, waiting })}</p>
      <ol className="grid max-h-72 gap-2 overflow-y-auto empty:hidden">
        {assigned.slice(0, most).map(({ conversationId, userId, teamId, reason, eligible }) => {
          const [chosen] = eligible;
          const name = chosen?.name ?? "";
          const team = teams?.find(({ id }) => id === teamId)?.name;
          return (
            <li key={conversationId} className="flex items-start gap-2">
              <Avatar id={userId} name={name} decorative />
              <div className="grid min-w-0 flex-1">
                <span className="truncate">
                  <span className="font-medium">{name}</span> {team ? t("inTeam", { name: team }) : ""}
                </span>
                <span className="text-text-muted text-xs">
                  {t(`reasons.${reason}`, { open: chosen?.open ?? 0 })} · {t("eligible", { count: eligible.length })}
                </span>
              </div>
              <Link
                href={`/inbox/${conversationId}?view=all`}
                target="_blank"
                className="shrink-0 text-accent text-xs underline underline-offset-4"
              >
                {t("conversation")}
              </Link>
            </li>
          );
        })}
      </ol>
      {assigned.length > most ? (
        <p className="text-text-muted">{t("more", { count: assigned.length - most })}</p>
      ) : null}
    </div>
  );
}
