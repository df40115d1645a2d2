"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Message } from "#server/messages/schema.ts";

type ThreadAnnouncerProps = { messages: readonly Message[]; viewerId: string; visitorName: string };

type Said = { id: string; words: string };

const kept = 3;
const longest = 200;

/** Announces to screen readers what others write while the thread is open; older messages are read on demand. */
export function ThreadAnnouncer({ messages, viewerId, visitorName }: ThreadAnnouncerProps) {
  const t = useTranslations("messages.thread");
  const told = useRef(messages.at(-1)?.seq ?? 0);
  const [said, setSaid] = useState<readonly Said[]>([]);
  useEffect(() => {
    const fresh = messages.filter(
      (message) => message.seq > told.current && message.type !== "command" && message.user !== viewerId,
    );
    told.current = Math.max(told.current, messages.at(-1)?.seq ?? 0);
    if (fresh.length === 0) return;
    const words = fresh.map((message) => {
      const name = message.fromType === "visitor" ? visitorName : message.userName;
      const text = message.text.slice(0, longest);
      return { id: message.id, words: text ? t("announce", { name, text }) : t("announceImage", { name }) };
    });
    setSaid((before) => [...before, ...words].slice(-kept));
  }, [messages, viewerId, visitorName, t]);
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {said.map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </div>
  );
}
