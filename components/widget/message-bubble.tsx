import { Check, CheckCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { frameStyle, pictureFrame } from "#components/thread/picture-frame.ts";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import { LinkedText } from "./linked-text.tsx";

const looks: Record<VisitorMessage["from"], string> = {
  visitor: "bg-accent text-accent-text",
  agent: "border border-border bg-surface-raised",
  robot: "border border-border-strong border-dashed bg-surface",
};

/** Nothing but emoji, and few of them: shown large, without a bubble. */
const emojiOnly =
  /^(?:\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})*\s*){1,3}$/u;

export function MessageBubble({ message, withState }: { message: VisitorMessage; withState: boolean }) {
  const t = useTranslations("widget.thread");
  const { text, imageUrl, type, edited } = message;
  const large = !imageUrl && emojiOnly.test(text);
  const known = type === "text/plain" || type === "image";
  return (
    <>
      <div
        className={`max-w-[85%] overflow-hidden rounded-xl text-base ${large ? "py-1 text-2xl" : `${looks[message.from]} ${imageUrl ? "p-1" : "px-3 py-2"}`}`}
      >
        {imageUrl ? <Picture message={message} /> : null}
        {text ? (
          <p dir="auto" className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${imageUrl ? "px-2 py-1" : ""}`}>
            <LinkedText text={text} />
          </p>
        ) : null}
        {known || imageUrl ? null : <p className="text-text-muted italic">{t("unsupported")}</p>}
      </div>
      {edited ? <span className="px-1 text-2xs text-text-faint">{t("edited")}</span> : null}
      {withState ? <DeliveryState status={message.status} /> : null}
    </>
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
