"use client";

import { Bot, LayoutTemplate, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { memo, useState } from "react";
import { clock } from "#components/time/moments.ts";
import { serverNow } from "#components/time/server-clock.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import type { Message } from "#server/messages/schema.ts";
import type { Place } from "../thread/thread-items.ts";
import { BubbleFrame, type Speaker } from "./bubble-frame.tsx";
import { DeliveryMark } from "./delivery-mark.tsx";
import { editableUntil } from "./editable-until.ts";
import { FailureLine } from "./failure-line.tsx";
import { useFailureReason } from "./failure-reason.ts";
import { MessageContent } from "./message-content.tsx";
import { MessageTime } from "./message-time.tsx";
import { type Hindrance, MessageTools } from "./message-tools.tsx";
import { QuickReplies, TemplateButtons } from "./quick-replies.tsx";
import { Reactions } from "./reactions.tsx";
import { isBeingEdited, TextEditor } from "./text-editor.tsx";
import { ToolsFold } from "./tools-fold.tsx";

/* Few conversations have one. */
const SurveyMark = dynamic(() => untilLoaded(() => import("./survey-mark.tsx")).then((module) => module.SurveyMark), {
  loading: () => null,
});

export type BubbleActions = {
  /** Saves new words for an own message; rejects when the server refuses. */
  onEdit?: ((messageId: string, body: string) => Promise<unknown>) | undefined;
  /** Answers one message. */
  onQuote?: ((message: Message) => void) | undefined;
  onReact?: ((messageId: string, emoji: string) => Promise<unknown>) | undefined;
  /** Sends what failed once more. */
  onResend?: ((message: Message) => void) | undefined;
  /** Opens the choice of templates. */
  onTemplate?: (() => void) | undefined;
};

type MessageBubbleProps = BubbleActions & {
  message: Message;
  place: Place;
  chosen: string | undefined;
  /** The message it answers, where that is loaded. */
  quoted?: Message | undefined;
  /** What the visitor is called in this conversation; messages may be older than the name. */
  visitorName: string;
  viewerId: string;
  /** Only the web channel takes changes to what was sent. */
  editable: boolean;
  /** Whether the channel can answer and react to a single message, and whether a platform must know it for that. */
  able: { quote: boolean; reaction: boolean; known: boolean };
};

export function speakerOf(message: Pick<Message, "fromType">): Speaker {
  if (message.fromType === "visitor") return "visitor";
  return message.fromType === "robot" ? "bot" : "agent";
}

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, place, chosen, quoted, visitorName, viewerId, editable, onEdit, onQuote, onReact } = props;
  const t = useTranslations("messages");
  const [editing, setEditing] = useState(isBeingEdited(message.id));
  const [unfolded, setUnfolded] = useState(false);
  const speaker = speakerOf(message);
  // Campaigns and timers write as the system, which has a name in each language.
  const own = message.user === "system" ? t("events.system") : message.userName || t("speaker.bot");
  const name = speaker === "visitor" ? visitorName : own;
  const mine = message.fromType === "user" && message.user === viewerId;
  const canEdit = editable && mine && message.type === "text/plain" && onEdit && editableUntil(message) > serverNow();
  const quote =
    onQuote &&
    ((answered: Message) => {
      setUnfolded(false);
      onQuote(answered);
    });
  const beside = <Aside message={message} ticks={speaker === "agent" && place.last} last={place.last} />;
  const aside =
    canEdit || (onQuote && onReact) ? (
      <ToolsFold own={speaker !== "visitor"} beside={beside} open={unfolded} onOpenChange={setUnfolded}>
        <Tools {...props} onQuote={quote} />
        {canEdit ? (
          <span className="opacity-0 focus-within:opacity-100 group-hover/bubble:opacity-100 touch:opacity-100">
            <IconButton data-edits label={t("bubble.edit")} size="xs" onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
            </IconButton>
          </span>
        ) : null}
      </ToolsFold>
    ) : (
      beside
    );
  return (
    <BubbleFrame
      speaker={speaker}
      who={{ id: message.user, name }}
      place={place}
      heading={<Heading message={message} name={mine ? t("speaker.you") : name} />}
      aside={editing ? null : aside}
      below={
        <>
          {message.extra?.survey && speaker === "bot" ? (
            <SurveyMark survey={message.extra.survey} />
          ) : (
            <QuickReplies options={message.responseOptions} chosen={chosen} />
          )}
          <TemplateButtons buttons={message.extra?.buttons} />
          <Reactions reactions={message.extra?.reactions} visitorName={visitorName} />
          {message.status === "failed" ? <Failure {...props} /> : null}
        </>
      }
    >
      <SpokenBy message={message} name={name} />
      {editing && onEdit ? (
        <TextEditor
          id={message.id}
          label={t("editing.label")}
          text={message.text}
          maxLength={4096}
          onSave={(body) => onEdit(message.id, body)}
          onDone={() => setEditing(false)}
        />
      ) : (
        <MessageContent message={message} speaker={speaker} place={place} name={name} quoted={quoted} />
      )}
    </BubbleFrame>
  );
});

function Tools({ message, able, onQuote, onReact }: MessageBubbleProps) {
  if (!onQuote || !onReact) return null;
  const hindrance = (can: boolean): Hindrance | undefined => {
    if (!can) return "channel";
    if (message.extra?.deleted) return "deleted";
    // What has not arrived at a platform cannot be pointed at there.
    return able.known && (message.status === "queued" || message.status === "failed") ? "unknown" : undefined;
  };
  const against = { quote: hindrance(able.quote), reaction: hindrance(able.reaction) };
  return <MessageTools message={message} onQuote={onQuote} onReact={onReact} against={against} />;
}

function Failure({ message, onResend, onTemplate }: MessageBubbleProps) {
  const reasonOf = useFailureReason();
  const { action, template } = message.extra ?? {};
  // The same words again would be refused again.
  const pick = (action === "template" || template) && onTemplate ? onTemplate : undefined;
  const again = onResend && !template && action !== "template" ? () => onResend(message) : undefined;
  return (
    <FailureLine
      reason={reasonOf(message)}
      onRetry={again}
      remedy={
        pick
          ? { kind: "template", onPick: pick }
          : action === "reconnect" && onResend
            ? { kind: "reconnect" }
            : undefined
      }
    />
  );
}

function Heading({ message, name }: { message: Message; name: string }) {
  const t = useTranslations("messages.speaker");
  if (message.fromType === "visitor") return null;
  return (
    <p aria-hidden className="flex items-center gap-1.5 px-1 text-text-muted text-xs">
      {message.fromType === "robot" ? <Bot className="size-3.5 text-bot" /> : null}
      <span dir="auto">{name}</span>
      {message.fromType === "robot" ? <span className="text-bot">{t("bot")}</span> : null}
      {message.senderType === "externalOperator" ? (
        <span className="text-text-faint">{t(message.extra?.elsewhere ? "elsewhere" : "external")}</span>
      ) : null}
    </p>
  );
}

/* The author is shown once per group; screen readers get it with each message. */
function SpokenBy({ message, name }: { message: Message; name: string }) {
  const t = useTranslations("messages.speaker");
  const format = useFormatter();
  const time = format.dateTime(new Date(message.createdAt), clock);
  return <span className="sr-only">{t(message.fromType === "robot" ? "toldByBot" : "said", { name, time })}</span>;
}

/* Messages of one group are minutes apart at most: the last shows its time, the others on hover or focus. */
const untilLookedAt =
  "opacity-0 transition-opacity group-focus-within/bubble:opacity-100 group-hover/bubble:opacity-100 touch:opacity-100";

function Aside({ message, ticks, last }: { message: Message; ticks: boolean; last: boolean }) {
  const t = useTranslations("messages.bubble");
  return (
    <span className="flex shrink-0 items-center gap-1 pb-1.5 text-2xs text-text-faint phone:pb-1">
      {message.extra?.template ? <TemplateSign name={message.extra.template.name} /> : null}
      {message.extra?.forwarded ? <span>{t("forwarded")}</span> : null}
      {message.edited ? <span>{t("edited")}</span> : null}
      <MessageTime at={message.createdAt} className={last ? "" : untilLookedAt} />
      {ticks || message.status === "failed" ? <DeliveryMark delivery={message.status} /> : null}
    </span>
  );
}

function TemplateSign({ name }: { name: string }) {
  const t = useTranslations("messages.bubble");
  return (
    <span title={name} className="inline-flex items-center gap-1">
      <LayoutTemplate aria-hidden className="size-3" />
      {t("template")}
    </span>
  );
}
