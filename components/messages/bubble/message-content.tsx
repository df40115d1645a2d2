"use client";

import { Ban, CircleHelp, FileWarning } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import type { Message, MessageExtra } from "#server/messages/schema.ts";
import type { Place } from "../thread/thread-items.ts";
import { AttachmentView } from "./attachment-view.tsx";
import { Bubble, type Speaker } from "./bubble-frame.tsx";
import { AboutLine, Answers, CallLine, ProductLine } from "./details-view.tsx";
import { isEmojiOnly } from "./emoji-only.ts";
import { PlaceView } from "./media-view.tsx";
import { MessageText } from "./message-text.tsx";
import { QuotedLine } from "./quoted-line.tsx";

type MessageContentProps = {
  message: Pick<Message, "type" | "text" | "attachments" | "extra">;
  speaker: Speaker;
  place: Place;
  /** Who sent it, for the name of a picture. */
  name: string;
  /** The message this one answers, where it is loaded. */
  quoted?: Message | undefined;
};

/** What a message says: words in a bubble, a picture bare, a few emoji large. */
export function MessageContent(props: MessageContentProps) {
  const { message, speaker, place, name, quoted } = props;
  const t = useTranslations("messages.bubble");
  const { type, attachments, extra = {} } = message;
  const { about, answers: filled, call, description, product } = extra;
  const text = (type === "location" && extra.place) || filled ? "" : message.text.trim();
  if (extra.deleted) return <Aside {...props} icon={<Ban aria-hidden />} words={t("deleted")} />;
  if (call) {
    return (
      <Bubble speaker={speaker} place={place}>
        <CallLine call={call} />
      </Bubble>
    );
  }
  if (type === "unsupported") {
    const words = extra.what ? t("unsupportedWhat", { what: extra.what }) : t("unsupported");
    return <Aside {...props} icon={<CircleHelp aria-hidden />} words={words} detail={text} />;
  }
  const answers = extra.quoted ? <QuotedLine quoted={quoted} /> : null;
  const detailed = about || filled || description || product;
  if (type === "text/plain" && !answers && !detailed && isEmojiOnly(text)) {
    return <p className="px-1 text-[2.25rem] leading-tight">{text}</p>;
  }
  const shown = extra.place
    ? [<PlaceView key="place" place={extra.place} />]
    : attachments.map((attachment) => (
        <AttachmentView
          key={attachment.image_url}
          type={type}
          attachment={attachment}
          name={name}
          file={extra.files?.find(({ url }) => url === attachment.image_url)}
        />
      ));
  if (shown.length === 1 && text === "" && !answers && !detailed && !extra.missing) return shown[0];
  const nothing = text === "" && shown.length === 0 && !extra.missing && !detailed;
  return (
    <Bubble speaker={speaker} place={place}>
      {answers}
      {about ? <AboutLine about={about} text={text} /> : null}
      {product ? <ProductLine product={product} /> : null}
      {filled ? <Answers answers={filled} /> : null}
      {shown}
      {extra.missing ? <Missing reason={extra.missing} why={extra.missingWhy} /> : null}
      {text === "" ? null : <MessageText text={message.text} className={cn(shown.length > 0 && "max-w-72")} />}
      {description ? (
        <p dir="auto" className="text-sm text-text-muted wrap-anywhere">
          {description}
        </p>
      ) : null}
      {nothing ? <p className="text-base text-text-muted italic">{t("emptyText")}</p> : null}
    </Bubble>
  );
}

type AsideProps = MessageContentProps & { icon: ReactNode; words: string; detail?: string };

/* In place of what cannot be shown. */
function Aside({ speaker, place, icon, words, detail }: AsideProps) {
  return (
    <Bubble speaker={speaker} place={place}>
      <p className="flex items-start gap-2 text-base text-text-muted [&>svg]:mt-0.75 [&>svg]:size-4 [&>svg]:shrink-0">
        {icon}
        <span>
          <span className="italic">{words}</span>
          {detail ? <bdi className="block text-sm wrap-anywhere">{detail}</bdi> : null}
        </span>
      </p>
    </Bubble>
  );
}

type MissingProps = { reason: string; why: MessageExtra["missingWhy"] };

function Missing({ reason, why }: MissingProps) {
  const t = useTranslations("messages.bubble");
  const words = why ? t(`missingWhy.${why.code}`, { limit: why.limit ?? 0 }) : reason;
  return (
    <p className="flex items-start gap-2 text-sm text-text-muted">
      <FileWarning aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {why?.code === "not_yet" ? null : t("missing")} <bdi className="text-text-muted">{words}</bdi>
      </span>
    </p>
  );
}
