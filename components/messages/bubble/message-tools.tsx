"use client";

import { Reply, SmilePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useRef, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import type { Message } from "#server/messages/schema.ts";

const EmojiPicker = lazy(async () => ({ default: (await import("../composer/emoji-picker.tsx")).EmojiPicker }));

/** Why something cannot be done with a message here; undefined: it can. */
export type Hindrance = "channel" | "unknown" | "deleted";

export type MessageToolsProps = {
  message: Message;
  onQuote: (message: Message) => void;
  onReact: (messageId: string, emoji: string) => Promise<unknown>;
  /** What stands against each, by the channel and by the message. */
  against: { quote?: Hindrance | undefined; reaction?: Hindrance | undefined };
};

const quick = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** Answer one message, or react to it; greyed with the reason where the channel cannot. */
export function MessageTools({ message, onQuote, onReact, against }: MessageToolsProps) {
  const t = useTranslations("messages.tools");
  return (
    <span className="flex opacity-0 focus-within:opacity-100 group-hover/bubble:opacity-100 has-[[data-state=open]]:opacity-100 touch:opacity-100">
      {against.quote ? (
        <IconButton label={t(`no.quote.${against.quote}`)} size="xs" aria-disabled>
          <Reply aria-hidden className="opacity-40" />
        </IconButton>
      ) : (
        <IconButton label={t("quote")} size="xs" onClick={() => onQuote(message)}>
          <Reply aria-hidden />
        </IconButton>
      )}
      {against.reaction ? (
        <IconButton label={t(`no.reaction.${against.reaction}`)} size="xs" aria-disabled>
          <SmilePlus aria-hidden className="opacity-40" />
        </IconButton>
      ) : (
        <ReactButton message={message} onReact={onReact} />
      )}
    </span>
  );
}

function ReactButton({ message, onReact }: Pick<MessageToolsProps, "message" | "onReact">) {
  const t = useTranslations("messages.tools");
  const [open, setOpen] = useState(false);
  const [all, setAll] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const own = message.extra?.reactions?.find(({ from }) => from === "team")?.emoji ?? "";
  const pick = (emoji: string) => {
    setOpen(false);
    // The message tells when the server refused it: its reactions stay as they were.
    void onReact(message.id, emoji === own ? "" : emoji).catch(() => undefined);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setAll(false);
      }}
    >
      <PopoverTrigger asChild>
        <IconButton label={t("react")} size="xs">
          <SmilePlus aria-hidden />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent side="top" aria-label={t("react")} className={all ? "w-76" : "w-auto"}>
        {all ? (
          <Suspense fallback={<div className="h-72" />}>
            <EmojiPicker onPick={pick} />
          </Suspense>
        ) : (
          <div
            ref={row}
            role="toolbar"
            aria-label={t("react")}
            className="flex gap-0.5"
            onKeyDown={(event) => {
              const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
              const buttons = [...(row.current?.querySelectorAll("button") ?? [])];
              const at = buttons.findIndex((button) => button.matches(":focus"));
              buttons[(at + step + buttons.length) % buttons.length]?.focus();
            }}
          >
            {quick.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-label={emoji === own ? t("takeBack", { emoji }) : emoji}
                aria-pressed={emoji === own}
                onClick={() => pick(emoji)}
                className="grid size-8 place-items-center rounded-md text-xl hover:bg-text/8 focus-visible:bg-text/8 aria-pressed:bg-accent/15 touch:size-11"
              >
                {emoji}
              </button>
            ))}
            <IconButton label={t("more")} onClick={() => setAll(true)}>
              <SmilePlus aria-hidden />
            </IconButton>
          </div>
        )}
      </PopoverContent>
    </Popover>
  );
}
