"use client";

import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { CountBadge } from "#components/ui/badge.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { arrivedSince, type Reach, wordsFor } from "./reading/arrivals.ts";
import type { ThreadItem } from "./thread-items.ts";

type JumpToLatestProps = {
  atEnd: boolean;
  items: readonly ThreadItem[];
  /** How far down the reader has come. */
  seen: Reach;
  onJump: () => void;
};

/** Back to the end of a thread, with how much of what is new to its reader stands below. */
export function JumpToLatest({ atEnd, items, seen, onJump }: JumpToLatestProps) {
  const t = useTranslations("messages.thread");
  if (atEnd) return null;
  const arrived = arrivedSince(seen, items);
  const count = arrived.length;
  const words = count > 0 ? t(wordsFor(arrived), { count }) : t("latest");
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Tooltip content={t("latest")}>
        <button
          type="button"
          onClick={onJump}
          aria-label={count > 0 ? `${t("latest")}: ${words}` : t("latest")}
          className="pointer-events-auto relative grid size-9 animate-pop-in place-items-center rounded-full bg-surface-raised text-text-muted shadow-float hover:text-text touch:size-11"
        >
          <ArrowDown aria-hidden className="size-4" />
          <span className="absolute -top-1 -right-1 flex">
            <CountBadge count={count} label={words} />
          </span>
        </button>
      </Tooltip>
      <span role="status" className="sr-only">
        {count > 0 ? words : ""}
      </span>
    </div>
  );
}
