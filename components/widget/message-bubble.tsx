import { Check, CheckCheck, FileText, SmilePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useId, useRef, useState } from "react";
import { frameStyle, pictureFrame } from "#components/thread/picture-frame.ts";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import { latePiece } from "./late/late-piece.tsx";
import { LinkedText } from "./linked-text.tsx";

const looks: Record<VisitorMessage["from"], string> = {
  visitor: "border border-accent-line bg-accent text-accent-text",
  agent: "border border-border bg-surface-raised",
  robot: "border border-border-strong border-dashed bg-surface",
};

/** Nothing but emoji, and few of them: shown large, without a bubble. */
const emojiOnly =
  /^(?:\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})*\s*){1,3}$/u;

/* Fetched when it is first asked for. */
const MessageTools = latePiece(() => import("./message-tools.tsx").then((module) => module.MessageTools));

/** What the visitor can do with a message. */
export type Tools = {
  onQuote: (message: VisitorMessage) => void;
  onReact: (message: VisitorMessage, emoji: string) => Promise<void>;
};

type MessageBubbleProps = {
  message: VisitorMessage;
  withState: boolean;
  /** What the message says that this one answers, where it is loaded. */
  quoted?: string | undefined;
  tools?: Tools | undefined;
};

export function MessageBubble({ message, withState, quoted, tools }: MessageBubbleProps) {
  const t = useTranslations("widget.thread");
  const id = useId();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { text, imageUrl, type, edited, file, reactions, quotedId } = message;
  const media = imageUrl !== "" || /^(audio|video)\//.test(file?.contentType ?? "");
  const mine = message.from === "visitor";
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  // On touch screens, which know no hovering, a tap on the message asks for its tools.
  const tap = ({ target }: MouseEvent) => {
    const own = target instanceof Element && target.closest("a, audio, video");
    if (tools && !own && matchMedia("(pointer: coarse)").matches) setOpen((before) => !before);
  };
  const large = !imageUrl && !file && emojiOnly.test(text);
  const known = type === "text/plain" || type === "image";
  return (
    <>
      <div className={`group/bubble relative flex w-full items-center gap-1 ${mine ? "flex-row-reverse" : ""}`}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same */}
        <div
          id={id}
          onClick={tap}
          className={`max-w-[85%] overflow-hidden rounded-xl text-base ${large ? "py-1 text-2xl" : `${looks[message.from]} ${media ? "p-1" : "px-3 py-2"}`}`}
        >
          {quotedId ? (
            <blockquote
              dir="auto"
              className={`mb-1 border-current border-l-2 pl-2 text-sm opacity-75 ${media ? "m-1" : ""}`}
            >
              <span className="sr-only">{t("answers")} </span>
              <span className="line-clamp-2">{quoted ?? t("quotedGone")}</span>
            </blockquote>
          ) : null}
          {imageUrl ? <Picture message={message} /> : null}
          {file ? <Attached file={file} /> : null}
          {text ? (
            <p dir="auto" className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${media ? "px-2 py-1" : ""}`}>
              <LinkedText text={text} />
            </p>
          ) : null}
          {known || imageUrl || file ? null : <p className="text-text-muted italic">{t("unsupported")}</p>}
        </div>
        {tools ? (
          <button
            ref={trigger}
            type="button"
            aria-label={t("tools")}
            aria-describedby={id}
            title={t("tools")}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="grid size-8 shrink-0 place-items-center rounded-full text-text-muted opacity-0 hover:bg-text/6 focus-visible:opacity-100 group-hover/bubble:opacity-100 aria-expanded:opacity-100 pointer-coarse:sr-only"
          >
            <SmilePlus aria-hidden className="size-4" />
          </button>
        ) : null}
      </div>
      {reactions.length > 0 ? (
        <p className="-mt-2 flex gap-1 px-2 text-sm">
          <span className="sr-only">{t("reactions")} </span>
          {[...new Set(reactions)].map((emoji) => (
            <span key={emoji} className="rounded-full border border-border-strong bg-surface px-1.5 leading-6">
              {emoji}
            </span>
          ))}
        </p>
      ) : null}
      {tools && open ? <MessageTools message={message} tools={tools} onClose={close} /> : null}
      {edited ? <span className="px-1 text-2xs text-text-faint">{t("edited")}</span> : null}
      {withState ? <DeliveryState status={message.status} /> : null}
    </>
  );
}

/* What the browser plays is played; all else is saved under its name. */
function Attached({ file }: { file: NonNullable<VisitorMessage["file"]> }) {
  const { name, contentType, url } = file;
  if (contentType.startsWith("audio/")) {
    // biome-ignore lint/a11y/useMediaCaption: what people record has no captions
    return <audio controls preload="metadata" src={url} aria-label={name} className="w-64 max-w-full" />;
  }
  if (contentType.startsWith("video/")) {
    // biome-ignore lint/a11y/useMediaCaption: what people film has no captions
    return <video controls playsInline preload="metadata" src={url} aria-label={name} className="w-72 max-w-full" />;
  }
  return (
    <a
      href={`${url}?name=${encodeURIComponent(name)}`}
      target="_blank"
      rel="noopener noreferrer"
      className="flex items-center gap-2 underline underline-offset-2"
    >
      <FileText aria-hidden className="size-4 shrink-0" />
      <span dir="auto" className="[overflow-wrap:anywhere]">
        {name}
      </span>
    </a>
  );
}

const limits = { maxWidth: 320, maxHeight: 256, minWidth: 96, minHeight: 64 };
const unknown = { width: 240, height: 160 };

/* Its room is there before it has loaded: nothing moves when it comes. */
function Picture({ message }: { message: VisitorMessage }) {
  const t = useTranslations("widget.thread");
  const { imageWidth: width, imageHeight: height } = message;
  const who = message.from === "visitor" ? t("you") : message.name || t("team");
  return (
    <a
      href={message.imageUrl}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      title={t("openImage")}
      className="block"
    >
      <img
        src={message.imageUrl}
        alt={message.text || t("imageFrom", { name: who })}
        loading="lazy"
        referrerPolicy="no-referrer"
        style={frameStyle(pictureFrame({ width, height }, limits, unknown))}
        className="h-auto max-w-full rounded-lg object-contain"
      />
    </a>
  );
}

function DeliveryState({ status }: { status: VisitorMessage["status"] }) {
  const t = useTranslations("widget.delivery");
  if (status === "failed") return <span className="px-1 text-2xs text-danger">{t("failed")}</span>;
  const word = status === "queued" ? t("sending") : t(status);
  const Tick = status === "delivered" || status === "read" ? CheckCheck : Check;
  return (
    <span className="flex items-center gap-1 px-1 text-2xs text-text-faint">
      <Tick aria-hidden className="size-3" />
      {word}
    </span>
  );
}
