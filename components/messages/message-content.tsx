"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import type { Message } from "#server/messages/schema.ts";
import { AttachmentView } from "./attachment-view.tsx";
import { Bubble, type Speaker } from "./bubble-frame.tsx";
import { isEmojiOnly } from "./emoji-only.ts";
import { MessageText } from "./message-text.tsx";
import type { Place } from "./thread-items.ts";

type MessageContentProps = {
  message: Pick<Message, "type" | "text" | "attachments">;
  speaker: Speaker;
  place: Place;
  /** Who sent it, for the name of a picture. */
  name: string;
};

/** What a message says: words in a bubble, a picture bare, a few emoji large. */
export function MessageContent({ message, speaker, place, name }: MessageContentProps) {
  const t = useTranslations("messages.bubble");
  const { type, attachments } = message;
  const text = message.text.trim();
  if (type === "text/plain" && isEmojiOnly(text)) return <p className="px-1 text-[2.25rem] leading-tight">{text}</p>;
  const [only] = attachments;
  if (only && attachments.length === 1 && text === "") {
    return <AttachmentView type={type} attachment={only} name={name} />;
  }
  const missing = type === "unsupported" ? t("unsupported") : t("emptyText");
  return (
    <Bubble speaker={speaker} place={place}>
      {attachments.map((attachment) => (
        <AttachmentView key={attachment.image_url} type={type} attachment={attachment} name={name} />
      ))}
      {text === "" ? null : <MessageText text={message.text} className={cn(only && "max-w-60")} />}
      {text === "" && !only ? <p className="text-base text-text-muted italic">{missing}</p> : null}
    </Bubble>
  );
}
