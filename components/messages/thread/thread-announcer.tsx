"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Message } from "#server/messages/schema.ts";
import { arrivedSince, failedSince, fatesOf, reachOf } from "./reading/arrivals.ts";
import type { ThreadItem } from "./thread-items.ts";

type ThreadAnnouncerProps = { items: readonly ThreadItem[]; viewerId: string; visitorName: string };

type Said = { id: string; words: string };

const kept = 3;
const longest = 200;

const kinds = ["image", "audio", "video", "file", "location"] as const;

/** What a message without words is. */
function kindOf({ type }: Pick<Message, "type">): (typeof kinds)[number] | "other" {
  return kinds.find((kind) => kind === type) ?? "other";
}

/**
 * Announces to screen readers what others write while the thread is open, and what does not go out; older messages are
 * read on demand.
 */
export function ThreadAnnouncer({ items, viewerId, visitorName }: ThreadAnnouncerProps) {
  const t = useTranslations("messages.thread");
  const tFailure = useTranslations("messages.failure");
  const told = useRef(reachOf(items));
  const fates = useRef(fatesOf(items));
  const [said, setSaid] = useState<readonly Said[]>([]);
  useEffect(() => {
    const fresh = arrivedSince(told.current, items).filter(
      (item) => viewerId !== (item.kind === "note" ? item.note.authorId : item.message.user),
    );
    const failed = failedSince(fates.current, items);
    told.current = reachOf(items, told.current);
    fates.current = fatesOf(items);
    if (fresh.length + failed.length === 0) return;
    const words = fresh.map((item) => {
      const { id, text: whole } = item.kind === "note" ? item.note : item.message;
      const text = whole.slice(0, longest);
      if (item.kind === "note") return { id, words: t("announceNote", { name: item.note.authorName, text }) };
      const name = item.message.fromType === "visitor" ? visitorName : item.message.userName;
      return { id, words: text ? t("announce", { name, text }) : t(`announceKinds.${kindOf(item.message)}`, { name }) };
    });
    // A second time it fails anew.
    const refused = failed.map(({ key, text }) => ({
      id: `${key} ${Date.now()}`,
      words: t("announce", { name: tFailure("title"), text: text.slice(0, longest) }),
    }));
    setSaid((before) => [...before, ...words, ...refused].slice(-kept));
  }, [items, viewerId, visitorName, t, tFailure]);
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {said.map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </div>
  );
}
