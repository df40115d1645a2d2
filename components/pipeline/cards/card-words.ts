"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { type ClockWords, useClockWords } from "#components/conversations/clocks/clock-words.ts";
import type { Directory } from "#components/conversations/data/directory.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { useVisitorName } from "#components/conversations/visitor-name.ts";
import { useMoney } from "#components/frame/money.ts";
import { useTickingNow } from "#components/time/ticking-now.ts";
import type { Phase } from "#server/phases/schema.ts";
import { ageIn, type CardAge } from "./card-age.ts";

/** Everything a card says in words, made once for a column: a card is drawn again only when a word of it changes. */
export type CardWords = ClockWords & {
  name: string;
  amount: string;
  age: string;
  ageInWords: string;
  tone: CardAge["tone"];
  /** Name of the assignee; empty for none. */
  assignee: string;
  /** Who wrote the last message, when that was a colleague. */
  lastAgent: string;
};

export function useCardWords(directory: Directory): (row: InboxRow, phase: Phase) => CardWords {
  const t = useTranslations("pipeline.age");
  const money = useMoney();
  const visitorName = useVisitorName();
  const now = useTickingNow().getTime();
  const clockWords = useClockWords(now);
  return useCallback(
    (row, phase) => {
      const { unit, count, tone } = ageIn(phase, row.phaseChangedAt, now);
      return {
        ...clockWords(row),
        name: visitorName(row),
        amount: row.amount === null ? "" : money(row.amount),
        age: t(`short.${unit}`, { count }),
        ageInWords: t(`long.${unit}`, { count }),
        tone,
        assignee: row.assignedTo ? (directory.user(row.assignedTo) ?? "") : "",
        lastAgent: directory.user(row.persistentLastOperator) ?? row.persistentLastOperator,
      };
    },
    [t, money, visitorName, clockWords, now, directory],
  );
}
