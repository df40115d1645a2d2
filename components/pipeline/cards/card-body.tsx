"use client";

import { Bot } from "lucide-react";
import { useTranslations } from "next-intl";
import { ClockSign } from "#components/conversations/clocks/clock-sign.tsx";
import { useLastWords } from "#components/conversations/data/last-words.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { cn } from "#components/ui/class-names.ts";
import { initials } from "#components/ui/initials.ts";
import type { CardWords } from "./card-words.ts";

type CardBodyProps = { row: InboxRow; words: CardWords; viewerId: string; unread: boolean };

/** Three quiet lines: who and where, what was said last, what it is worth and how it stands. */
export function CardBody({ row, words, viewerId, unread }: CardBodyProps) {
  const t = useTranslations("pipeline.card");
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5 pr-6">
        {unread ? (
          <span className="size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{t("unread")} </span>
          </span>
        ) : null}
        <span
          dir="auto"
          className={cn("min-w-0 truncate text-sm leading-5 touch:text-base", unread ? "font-semibold" : "font-medium")}
        >
          {words.name}
        </span>
        <ChannelIcon channel={row.channel} className="size-3.5" />
      </span>
      <LastWords row={row} lastAgent={words.lastAgent} viewerId={viewerId} />
      <span className="flex min-w-0 items-center gap-2 pt-1 text-xs">
        {words.amount ? (
          <span className="tabular min-w-0 truncate font-medium text-text">
            <span className="sr-only">{t("amount")} </span>
            {words.amount}
          </span>
        ) : null}
        <ClockSign words={words} className="shrink-0 leading-4 [--sign-size:0.875rem]" />
        <Age words={words} />
        {words.assignee ? (
          <span className="flex shrink-0">
            <Avatar id={row.assignedTo} name={words.assignee} size="sm" decorative />
            <span className="sr-only"> {t("assignee", { name: words.assignee })}</span>
          </span>
        ) : (
          <span className="size-5 shrink-0 rounded-full border border-border-strong border-dashed" title={t("nobody")}>
            <span className="sr-only">{t("nobody")}</span>
          </span>
        )}
      </span>
    </>
  );
}

const tones: Record<CardWords["tone"], string> = {
  calm: "text-text-faint",
  aging: "rounded-sm bg-warning/12 px-1 font-medium text-warning",
  stale: "rounded-sm bg-danger/12 px-1 font-medium text-danger",
};

function Age({ words }: { words: CardWords }) {
  const t = useTranslations("pipeline.age");
  const told = words.tone === "calm" ? words.ageInWords : `${words.ageInWords}, ${t(words.tone)}`;
  return (
    <span className={cn("tabular ml-auto shrink-0 leading-4", tones[words.tone])} title={told}>
      <span aria-hidden>{words.age}</span>
      <span className="sr-only">{told}</span>
    </span>
  );
}

function LastWords({ row, lastAgent, viewerId }: { row: InboxRow; lastAgent: string; viewerId: string }) {
  const t = useTranslations("conversations.row");
  const text = useLastWords()(row);
  return (
    <span className="block min-w-0 truncate text-text-muted text-xs leading-4">
      {row.lastMessageBy === "robot" ? (
        <>
          <Bot aria-hidden className="mr-1 inline size-3 -translate-y-px text-bot" />
          <span className="sr-only">{t("bot")} </span>
        </>
      ) : row.lastMessageBy === "user" ? (
        <span className="text-text-faint">
          {row.persistentLastOperator === viewerId ? t("you") : t("agent", { name: initials(lastAgent) })}{" "}
        </span>
      ) : null}
      <bdi>{text}</bdi>
    </span>
  );
}
