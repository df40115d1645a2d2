"use client";

import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

export type RowState = "ok" | "warning" | "failed" | "unknown";

const signs = {
  ok: { icon: CircleCheck, tone: "text-success" },
  warning: { icon: TriangleAlert, tone: "text-warning" },
  failed: { icon: CircleAlert, tone: "text-danger" },
  unknown: { icon: CircleDashed, tone: "text-text-faint" },
} as const;

type HealthRowProps = { id: string; state: RowState; title: string; fact: ReactNode; advice?: string | undefined };

/** One thing that is well or not: what was measured, and what to do when it is not well. */
export function HealthRow({ id, state, title, fact, advice }: HealthRowProps) {
  const t = useTranslations("health.states");
  const { icon: Icon, tone } = signs[state];
  return (
    <li
      data-check={id}
      data-state={state}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-border border-b px-5 py-2.5 text-sm last:border-b-0 phone:grid-cols-[auto_minmax(0,1fr)] phone:px-4"
    >
      <span className={cn("flex", tone)}>
        <Icon aria-hidden className="size-4" />
        <span className="sr-only">{t(state)}</span>
      </span>
      <span className="min-w-0 font-medium">{title}</span>
      <span className="tabular text-end text-text-muted phone:col-start-2 phone:text-start">{fact}</span>
      {advice && state !== "ok" ? (
        <p
          className={cn(
            "col-span-2 col-start-2 text-pretty phone:col-span-1",
            state === "failed" ? "text-danger" : "text-text-muted",
          )}
        >
          {advice}
        </p>
      ) : null}
    </li>
  );
}
