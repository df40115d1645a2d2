"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import type { Phase } from "#server/phases/schema.ts";
import type { ColumnTotal } from "./cards/moves-underway.ts";

type ColumnSwitcherProps = {
  phases: readonly Phase[];
  totals: readonly ColumnTotal[] | undefined;
  board: RefObject<HTMLDivElement | null>;
};

/** On a phone one column is seen at a time: this says which, and leads to the others. */
export function ColumnSwitcher({ phases, totals, board }: ColumnSwitcherProps) {
  const t = useTranslations("pipeline.switcher");
  const format = useFormatter();
  const current = useVisibleColumn(board, phases);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [current]);
  const go = (phaseId: string) => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    board.current
      ?.querySelector(`[data-phase="${CSS.escape(phaseId)}"]`)
      ?.scrollIntoView({ inline: "center", block: "nearest", behavior: still ? "auto" : "smooth" });
  };
  return (
    <nav ref={bar} aria-label={t("label")} className="hidden shrink-0 gap-1 overflow-x-auto px-4 pb-2 phone:flex">
      {phases.map((phase) => {
        const count = totals?.find((total) => total.phaseId === phase.id)?.count;
        return (
          <button
            key={phase.id}
            type="button"
            aria-current={phase.id === current ? "true" : undefined}
            onClick={() => go(phase.id)}
            className={cn(
              "flex h-11 shrink-0 items-center gap-1.5 rounded-full px-3.5 text-sm text-text-muted",
              "aria-[current]:bg-accent/12 aria-[current]:font-medium aria-[current]:text-accent",
            )}
          >
            <span dir="auto" className="max-w-40 truncate">
              {phase.name}
            </span>
            {count === undefined ? null : <span className="tabular text-xs">{format.number(count)}</span>}
          </button>
        );
      })}
    </nav>
  );
}

/** The column that is mostly in view. */
function useVisibleColumn(board: RefObject<HTMLDivElement | null>, phases: readonly Phase[]): string | undefined {
  const [visible, setVisible] = useState<string>();
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const seen = new Map<string, number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const phaseId = entry.target instanceof HTMLElement ? entry.target.dataset.phase : undefined;
          if (phaseId) seen.set(phaseId, entry.intersectionRatio);
        }
        const [most] = [...seen].sort(([, a], [, b]) => b - a);
        if (most) setVisible(most[0]);
      },
      { root: element, threshold: [0.1, 0.5, 0.9] },
    );
    for (const column of element.querySelectorAll("[data-phase]")) observer.observe(column);
    return () => observer.disconnect();
  }, [board, phases]);
  return visible ?? phases[0]?.id;
}
