"use client";

import { AlarmClock, Clock, Flag } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { useKeptDraft } from "#components/messages/composer/draft-store.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { cn } from "#components/ui/class-names.ts";
import { initials } from "#components/ui/initials.ts";
import { ClockSign } from "../clocks/clock-sign.tsx";
import type { ClockWords } from "../clocks/clock-words.ts";
import { useLastWords } from "../data/last-words.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";

export type RowWords = ClockWords & {
  name: string;
  time: string;
  phase: string;
  /** Name of the assignee; empty for none. */
  assignee: string;
  /** Name of the team in whose queue it waits; empty where somebody holds it. */
  team: string;
  /** Who wrote the last message, when that was a colleague. */
  lastAgent: string;
  /** Time left to answer, when that is little. */
  windowLeft: string;
  /** How long the visitor has waited for a human; empty when nobody waits. */
  waiting: string;
  /** A bot answers here. */
  botOn: boolean;
};

type ConversationRowProps = {
  row: InboxRow;
  words: RowWords;
  viewerId: string;
  active: boolean;
  selected: boolean;
  /** Chosen together with others. */
  marked: boolean;
};

const shownTags = 2;

export function isUnread(row: Pick<InboxRow, "lastVisitorSeq" | "readSeq">): boolean {
  return row.lastVisitorSeq > row.readSeq;
}

/** One conversation in the list: 64 px, three quiet lines. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { row, words, active, selected, marked } = props;
  const t = useTranslations("conversations.row");
  const unread = isUnread(row);
  const kept = useKeptDraft(row.id, "reply");
  // The open one shows it in its composer.
  const draft = selected ? "" : kept;
  return (
    <div
      className={cn(
        "group relative flex h-full gap-2.5 border-border border-b px-3 py-2 hover:bg-text/4",
        active && "bg-text/5",
        marked && "bg-accent/8 hover:bg-accent/10",
        selected && "bg-accent/10 hover:bg-accent/12",
        selected && "before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent",
      )}
    >
      <span data-mark="" className="relative mt-0.5 size-fit">
        <Avatar id={row.visitorId || row.id} name={words.name} size="lg" decorative />
        <span
          aria-hidden
          className={cn(
            "sign-check absolute inset-0 grid place-items-center rounded-full",
            marked
              ? "bg-accent text-accent-text"
              : "bg-surface-raised text-text-muted opacity-0 group-hover:opacity-100 touch:hidden",
          )}
        />
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 content-start text-xs leading-4">
        <div className="flex items-center gap-1.5">
          <span
            dir="auto"
            className={cn("-my-0.5 min-w-0 truncate text-sm leading-5", unread ? "font-semibold" : "font-medium")}
          >
            {words.name}
          </span>
          <ChannelIcon channel={row.channel} className="size-3.5" />
          <span className={cn("ml-auto shrink-0 tabular", unread ? "text-accent" : "text-text-faint")}>
            {words.time}
          </span>
        </div>
        <div className="flex items-center gap-1.5">
          {draft ? (
            <span className="min-w-0 flex-1 truncate text-text-muted">
              <span className="font-medium text-accent">{t("draft")}</span> <bdi>{draft}</bdi>
            </span>
          ) : (
            <LastMessage row={row} lastAgent={words.lastAgent} viewerId={props.viewerId} unread={unread} />
          )}
          {unread ? (
            <span className="size-2 shrink-0 rounded-full bg-accent">
              <span className="sr-only">{t("unread")}</span>
            </span>
          ) : null}
        </div>
        <Signs row={row} words={words} />
      </div>
    </div>
  );
}, sameRow);

/* The words are made anew on each tick of the clock; most of them say the same as before. */
function sameRow(before: ConversationRowProps, after: ConversationRowProps): boolean {
  const { words: old, ...was } = before;
  const { words: now, ...is } = after;
  const sameWords = wordNames.every((name) => old[name] === now[name]);
  return (
    sameWords &&
    was.row === is.row &&
    was.active === is.active &&
    was.selected === is.selected &&
    was.marked === is.marked
  );
}

const wordNames = [
  ...(["name", "time", "phase", "assignee", "team", "lastAgent", "windowLeft", "waiting", "botOn"] as const),
  ...(["clock", "clockTone"] as const),
];

type LastMessageProps = { row: InboxRow; lastAgent: string; viewerId: string; unread: boolean };

function LastMessage({ row, lastAgent, viewerId, unread }: LastMessageProps) {
  const t = useTranslations("conversations.row");
  const text = useLastWords()(row);
  return (
    <span className={cn("min-w-0 flex-1 truncate", unread ? "text-text" : "text-text-muted")}>
      {row.lastMessageBy === "robot" ? (
        <>
          <span aria-hidden className="sign-bot mr-1 inline-block align-[-0.0625rem] text-bot [--sign-size:0.75rem]" />
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

const chip = "inline-flex h-4 shrink-0 items-center truncate rounded-xs px-1 text-2xs";

const pressing: ReadonlySet<string> = new Set(["high", "urgent"]);

function Signs({ row, words }: { row: InboxRow; words: RowWords }) {
  const tTriage = useTranslations("conversations.triage");
  const t = useTranslations("conversations.row");
  const tags = row.operatorTags.map((use) => use.tagName);
  const more = tags.length - shownTags;
  return (
    <div className="flex min-w-0 items-center gap-1 text-text-muted">
      {words.phase ? (
        <span className={cn(chip, "max-w-24 shrink border border-border-strong")}>
          <span className="truncate">{words.phase}</span>
        </span>
      ) : null}
      {/* Where there is little room the tags give way first: they have what the others leave. */}
      <span className="flex min-w-0 flex-1 items-center gap-1 overflow-hidden">
        {tags.slice(0, shownTags).map((tag) => (
          <span key={tag} className={cn(chip, "max-w-20 shrink bg-text/6")}>
            <span className="truncate">{tag}</span>
          </span>
        ))}
        {more > 0 ? (
          <span className={chip}>
            <span aria-hidden>+{more}</span>
            <span className="sr-only">{t("moreTags", { count: more })}</span>
          </span>
        ) : null}
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-1.5 pl-1">
        {row.priority === "none" ? null : (
          <span className={cn("flex", pressing.has(row.priority) ? "text-danger" : "text-text-faint")}>
            <Flag aria-hidden className="size-3" />
            <span className="sr-only">
              {tTriage("prioritySet", { priority: tTriage(`priorities.${row.priority}`) })}
            </span>
          </span>
        )}
        {row.snoozedUntil ? (
          <span className="flex text-accent">
            <AlarmClock aria-hidden className="size-3" />
            <span className="sr-only">{tTriage("snooze")}</span>
          </span>
        ) : words.clock ? (
          <ClockSign words={words} className="text-2xs [--sign-size:0.75rem]" />
        ) : words.waiting ? (
          <span className="text-2xs text-warning tabular">{tTriage("waiting", { time: words.waiting })}</span>
        ) : null}
        {words.windowLeft ? (
          <span className="flex items-center gap-0.5 text-2xs text-warning tabular">
            <Clock aria-hidden className="size-3" />
            <span aria-hidden>{words.windowLeft}</span>
            <span className="sr-only">{t("windowLeft", { time: words.windowLeft })}</span>
          </span>
        ) : null}
        {words.botOn ? (
          <span className="sign-bot flex text-bot [--sign-size:0.875rem]">
            <span className="sr-only">{t("botOn")}</span>
          </span>
        ) : null}
        {words.assignee ? (
          <span className="flex">
            <Avatar id={row.assignedTo} name={words.assignee} size="xs" decorative />
            <span className="sr-only">{t("assignedTo", { name: words.assignee })}</span>
          </span>
        ) : words.team ? (
          <span className={cn(chip, "max-w-24 border border-border-strong")}>
            <span className="sr-only">{t("ofTeam")} </span>
            <span className="truncate">{words.team}</span>
          </span>
        ) : null}
      </span>
    </div>
  );
}
