"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { arrivedSince, reachOf } from "./arrivals.ts";
import type { ThreadItem } from "./thread-items.ts";

type ThreadAnnouncerProps = { items: readonly ThreadItem[]; viewerId: string; visitorName: string };

type Said = { id: string; words: string };

const kept = 3;
const longest = 200;

/** Announces to screen readers what others write while the thread is open; older messages are read on demand. */
export function ThreadAnnouncer({ items, viewerId, visitorName }: ThreadAnnouncerProps) {
  const t = useTranslations("messages.thread");
  const told = useRef(reachOf(items));
  const [said, setSaid] = useState<readonly Said[]>([]);
  useEffect(() => {
    const fresh = arrivedSince(told.current, items).filter(
      (item) => viewerId !== (item.kind === "note" ? item.note.authorId : item.message.user),
    );
    told.current = reachOf(items, told.current);
    if (fresh.length === 0) return;
    const words = fresh.map((item) => {
      const { id, text: whole } = item.kind === "note" ? item.note : item.message;
      const text = whole.slice(0, longest);
      if (item.kind === "note") return { id, words: t("announceNote", { name: item.note.authorName, text }) };
      const name = item.message.fromType === "visitor" ? visitorName : item.message.userName;
      return { id, words: text ? t("announce", { name, text }) : t("announceImage", { name }) };
    });
    setSaid((before) => [...before, ...words].slice(-kept));
  }, [items, viewerId, visitorName, t]);
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {said.map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </div>
  );
}
