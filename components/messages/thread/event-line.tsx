"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Message } from "#server/messages/schema.ts";
import { MessageTime } from "../bubble/message-time.tsx";

type EventLineProps = { message: Message; words: (message: Message) => string };

/** What happened to the conversation, small and centred. */
export function EventLine({ message, words }: EventLineProps) {
  return (
    <p className="flex items-baseline justify-center gap-1.5 px-10 py-1 text-center text-event text-xs">
      <span dir="auto" className="min-w-0 text-balance wrap-anywhere">
        {words(message)}
      </span>
      <MessageTime at={message.createdAt} className="shrink-0 text-text-faint" />
    </p>
  );
}

type EventBundleProps = {
  messages: readonly Message[];
  words: (message: Message) => string;
  open: boolean;
  onToggle: () => void;
};

/** Four events in a row or more: one line, until it is opened. */
export function EventBundle({ messages, words, open, onToggle }: EventBundleProps) {
  const t = useTranslations("messages.events");
  return (
    <div className="grid justify-items-center py-1">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="inline-flex min-h-6 items-center gap-1 rounded-full px-2 text-event text-xs hover:bg-text/5 hover:text-text-muted touch:min-h-11"
      >
        {open ? t("hide") : t("show", { count: messages.length })}
        <ChevronDown aria-hidden className={`size-3.5 transition-transform ${open ? "rotate-180" : ""}`} />
      </button>
      {open ? messages.map((message) => <EventLine key={message.id} message={message} words={words} />) : null}
    </div>
  );
}
