import { CircleAlert, Clock, FileText, Mic } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Hold } from "./client/outbox.ts";
import { mayHelp, type Outgoing } from "./client/thread.ts";
import { LinkedText } from "./linked-text.tsx";

type OutgoingBubbleProps = {
  outgoing: Outgoing;
  /** Why the queue stands still, while it does. */
  held: Hold | null;
  /** When it moves again, as far as the server has said; 0: unknown. */
  heldUntil: number;
  onRetry: () => void;
  onDiscard: () => void;
};

/** So long what was discarded can be had back. */
const undoMs = 8000;

/** Longer waits are told with their end. */
const aMomentMs = 60_000;

const action = "min-h-8 rounded-md px-2 font-medium underline underline-offset-2 hover:bg-text/6";

/** What is on its way, or did not get through: in its place, with the reason and what can be done. */
export function OutgoingBubble({ outgoing, held, heldUntil, onRetry, onDiscard }: OutgoingBubbleProps) {
  const t = useTranslations("widget");
  const format = useFormatter();
  const { text, fileName, voice, state, reason } = outgoing;
  // What no picture can be drawn of is told by its name.
  const [unseen, setUnseen] = useState(false);
  const preview = unseen ? "" : outgoing.preview;
  const long = held === "rate_limited" && heldUntil - Date.now() > aMomentMs;
  const time = long ? format.dateTime(new Date(heldUntil), { hour: "numeric", minute: "2-digit" }) : "";
  const waiting = time ? t("delivery.held.until", { time }) : t(held ? `delivery.held.${held}` : "delivery.sending");
  const Sign = voice ? Mic : FileText;
  return (
    <div className="grid justify-items-end gap-1">
      <div
        className={`max-w-[85%] overflow-hidden rounded-xl border border-accent-line bg-accent text-accent-text text-base ${preview ? "p-1" : "px-3 py-2"}`}
      >
        {preview ? (
          <img
            src={preview}
            alt={t("thread.image")}
            onError={() => setUnseen(true)}
            className="max-h-64 rounded-lg object-contain"
          />
        ) : fileName ? (
          <p className="flex items-center gap-2">
            <Sign aria-hidden className="size-4 shrink-0" />
            <bdi className="[overflow-wrap:anywhere]">{voice ? t("thread.voice") : fileName}</bdi>
          </p>
        ) : (
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <LinkedText text={text} />
          </p>
        )}
      </div>
      {state === "sending" ? (
        <div className="flex max-w-[85%] flex-wrap items-center justify-end text-2xs text-text-faint">
          <span className="flex items-center gap-1 px-1">
            <Clock aria-hidden className="size-3 shrink-0" />
            {waiting}
          </span>
          {fileName || held ? (
            <button type="button" onClick={onDiscard} className={action}>
              {t("delivery.discard")}
            </button>
          ) : null}
        </div>
      ) : (
        <Failed reason={reason} onRetry={onRetry} onDiscard={onDiscard} />
      )}
    </div>
  );
}

type FailedProps = Pick<OutgoingBubbleProps, "onRetry" | "onDiscard"> & Pick<Outgoing, "reason">;

/** Why it was not sent. Discarded, it can be had back for a moment, where sending it again may help. */
function Failed({ reason, onRetry, onDiscard }: FailedProps) {
  const t = useTranslations("widget.delivery");
  const words = useTranslations("widget.reason");
  const [going, setGoing] = useState(false);
  const discard = useRef(onDiscard);
  useEffect(() => {
    discard.current = onDiscard;
  });
  useEffect(() => {
    if (!going) return;
    const timer = setTimeout(() => discard.current(), undoMs);
    return () => clearTimeout(timer);
  }, [going]);
  const helps = mayHelp(reason);
  return (
    <div role="alert" className="grid max-w-[85%] justify-items-end text-2xs">
      <p className={`flex items-center gap-1 px-1 ${going ? "text-text-faint" : "text-danger"}`}>
        <CircleAlert aria-hidden className="size-3 shrink-0" />
        {going ? t("discarded") : `${t("failed")}. ${words(reason ?? "refused")}`}
      </p>
      <div className="flex">
        {helps && !going ? (
          <button type="button" onClick={onRetry} className={action}>
            {t("retry")}
          </button>
        ) : null}
        <button type="button" onClick={helps ? () => setGoing(!going) : onDiscard} className={action}>
          {t(going ? "undo" : "discard")}
        </button>
      </div>
    </div>
  );
}
