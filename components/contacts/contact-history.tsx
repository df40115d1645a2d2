"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ArrowDownUp,
  CircleDot,
  Combine,
  type LucideIcon,
  MessagesSquare,
  Pencil,
  StickyNote,
  Tag,
  UserPlus,
  UserRoundCheck,
} from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { MessageText } from "#components/messages/bubble/message-text.tsx";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useStoredState } from "#components/ui/stored-state.ts";
import type { HistoryEntry, HistoryType } from "#server/contacts/schema.ts";
import { useHistoryWords } from "./history-words.tsx";

const icons: Record<HistoryType, LucideIcon> = {
  note: StickyNote,
  created: UserPlus,
  updated: Pencil,
  status_changed: CircleDot,
  operator_assigned: UserRoundCheck,
  tag_added: Tag,
  conversation_linked: MessagesSquare,
  merged: Combine,
};

type Order = "oldest" | "newest";

/** What happened to a contact and what was noted, in the order of time. */
export function ContactHistory({ contactId }: { contactId: string }) {
  const t = useTranslations("contacts.history");
  const trpc = useTRPC();
  const history = useQuery(trpc.contacts.history.queryOptions({ contactId }));
  const [order, setOrder] = useStoredState<Order>("parley:contact-history", "oldest", (stored) =>
    stored === "newest" ? "newest" : "oldest",
  );
  if (history.isPending) return <Skeleton className="mx-5 my-4 h-24" />;
  if (history.isError && !history.data) {
    return (
      <ErrorState description={failureOf(history.error).message || undefined} onRetry={() => void history.refetch()} />
    );
  }
  const entries = order === "newest" ? [...(history.data ?? [])].reverse() : (history.data ?? []);
  return (
    <div className="grid gap-2 max-w-200 px-5 py-4 phone:px-4">
      {entries.length > 1 ? (
        <Button
          variant="ghost"
          size="sm"
          icon={<ArrowDownUp aria-hidden />}
          className="-ml-2 w-fit"
          onClick={() => setOrder(order === "newest" ? "oldest" : "newest")}
        >
          {t(order)}
        </Button>
      ) : null}
      {entries.length === 0 ? <p className="text-sm text-text-muted">{t("none")}</p> : <Days entries={entries} />}
    </div>
  );
}

/** Entries under the days on which they happened. */
function Days({ entries }: { entries: readonly HistoryEntry[] }) {
  const format = useFormatter();
  const days = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const day = format.dateTime(new Date(entry.createdAt), { dateStyle: "full" });
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, members]) => (
    <section key={day} aria-label={day}>
      <h3 className="py-1.5 font-medium text-text-muted text-xs">{day}</h3>
      <ol className="grid">
        {members.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const words = useHistoryWords(useDirectory());
  const Icon = icons[entry.type];
  return (
    <li className="relative grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2.5 pb-3 text-sm before:absolute before:top-6 before:bottom-0 before:left-[7.5px] before:w-px before:bg-border last:before:hidden">
      <Icon
        aria-hidden
        className={entry.type === "note" ? "mt-0.5 size-4 text-note" : "mt-0.5 size-4 text-text-faint"}
      />
      <div className="wrap-anywhere min-w-0">
        {words(entry)}
        {entry.type === "note" ? (
          <div className="mt-1 rounded-lg border border-note/25 bg-note-surface px-3 py-2">
            <MessageText text={entry.text} />
          </div>
        ) : null}
      </div>
      <RelativeTime value={entry.createdAt} className="tabular text-text-muted text-xs leading-5" />
    </li>
  );
}
