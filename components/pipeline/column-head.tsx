"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useMoney } from "#components/frame/money.ts";
import { cn } from "#components/ui/class-names.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Phase } from "#server/phases/schema.ts";
import type { ColumnTotal } from "./cards/moves-underway.ts";
import { ColumnMenu } from "./column-menu.tsx";

const colours: Record<Phase["type"], string> = {
  progress: "bg-accent",
  success: "bg-success",
  lost: "bg-text-faint",
};

/* The colour is not the only sign. Work in progress is the usual and needs none. */
function TypeSign({ type }: { type: Phase["type"] }) {
  const t = useTranslations("pipeline.column.types");
  if (type === "progress") return null;
  const Icon = type === "success" ? CircleCheck : CircleX;
  return (
    <span className={cn("flex shrink-0", type === "success" ? "text-success" : "text-text-faint")} title={t(type)}>
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{t(type)}</span>
    </span>
  );
}

type ColumnHeadProps = { phase: Phase; total: ColumnTotal | undefined; headId: string };

/** Name, count and sum, under the colour of the phase's type. */
export function ColumnHead({ phase, total, headId }: ColumnHeadProps) {
  const t = useTranslations("pipeline.column");
  const format = useFormatter();
  const money = useMoney();
  return (
    <header className="shrink-0">
      <div className={cn("h-1", colours[phase.type])} />
      <div className="flex h-10 items-center gap-2 pr-1.5 pl-3 touch:h-12">
        <h2 id={headId} dir="auto" className="min-w-0 truncate font-semibold text-sm" title={phase.name}>
          {phase.name}
        </h2>
        <TypeSign type={phase.type} />
        {total ? (
          <span className="tabular shrink-0 text-text-muted text-xs">
            <span aria-hidden>{format.number(total.count)}</span>
            <span className="sr-only">{t("count", { count: total.count })}</span>
          </span>
        ) : (
          <Skeleton className="w-5" />
        )}
        {/* A long name gives way to both. */}
        <span className="ml-auto flex max-w-3/5 shrink-0 items-center gap-1">
          {total ? (
            <span
              className={cn("tabular min-w-0 truncate font-medium text-xs", total.amount === 0 && "text-text-faint")}
              title={t("sum")}
            >
              <span className="sr-only">{t("sum")} </span>
              {money(total.amount)}
            </span>
          ) : null}
          <ColumnMenu phase={phase} />
        </span>
      </div>
    </header>
  );
}
