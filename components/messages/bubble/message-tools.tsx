"use client";

import { SmilePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useRef, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import { IconButton, type IconButtonProps } from "#components/ui/icon-button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Message } from "#server/messages/schema.ts";

const EmojiPicker = lazy(async () => ({
  default: (await untilLoaded(() => import("../composer/emoji-picker.tsx"))).EmojiPicker,
}));

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
        <Tool label={t(`no.quote.${against.quote}`)} sign="sign-reply" aria-disabled />
      ) : (
        <Tool label={t("quote")} sign="sign-reply" onClick={() => onQuote(message)} />
      )}
      {against.reaction ? (
        <Tool label={t(`no.reaction.${against.reaction}`)} sign="sign-react" aria-disabled />
      ) : (
        <ReactButton message={message} onReact={onReact} />
      )}
    </span>
  );
}

type ToolProps = Omit<IconButtonProps, "children" | "size"> & { sign: "sign-reply" | "sign-react" };

function Tool({ sign, ...rest }: ToolProps) {
  return (
    <IconButton {...rest} size="xs" className={cn(sign, rest["aria-disabled"] && "before:opacity-40")}>
      {null}
    </IconButton>
  );
}

function ReactButton({ message, onReact }: Pick<MessageToolsProps, "message" | "onReact">) {
  const t = useTranslations("messages.tools");
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [all, setAll] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const own = message.extra?.reactions?.find(({ from }) => from === "team")?.emoji ?? "";
  const pick = (emoji: string) => {
    setOpen(false);
    onReact(message.id, emoji === own ? "" : emoji).catch(() => toast.error(t("reactionFailed")));
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
        <Tool label={t("react")} sign="sign-react" />
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
