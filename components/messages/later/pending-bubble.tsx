"use client";

import { Clock, Undo2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { nearMoment } from "#components/time/moments.ts";
import { Button } from "#components/ui/button.tsx";
import { cancelReasons } from "#server/scheduled/choices.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import { BubbleFrame } from "../bubble/bubble-frame.tsx";
import { FailureLine } from "../bubble/failure-line.tsx";
import { MessageContent } from "../bubble/message-content.tsx";
import { drawnMessage } from "../composer/drawn-message.ts";
import { useFocusGoesOn } from "./use-focus-goes-on.ts";

export type PendingActions = {
  undo: (waiting: ScheduledMessage) => void;
  edit: (waiting: ScheduledMessage) => void;
  /** Answers whether it was done, as the next. */
  sendNow: (waiting: ScheduledMessage) => Promise<boolean>;
  cancel: (waiting: ScheduledMessage) => Promise<boolean>;
  pickTemplate?: (() => void) | undefined;
};

type PendingBubbleProps = {
  waiting: ScheduledMessage;
  viewerId: string;
  /** Absent for who only reads. */
  actions: PendingActions | undefined;
  /** Its conversation is closed: words do not leave there, a template does. */
  closed: boolean;
};

const alone = { first: true, last: true };

/** A message that has not left: for later, for a few seconds more, or because it could not. */
export function PendingBubble({ waiting, viewerId, actions, closed }: PendingBubbleProps) {
  const t = useTranslations("messages");
  const { from, userName, text, message, createdAt, error, held } = waiting;
  const own = from === viewerId;
  const name = own ? t("speaker.you") : userName;
  const draft = message ?? { type: "text/plain" as const, body: text };
  return (
    <div data-pending={held ? "held" : "later"}>
      <BubbleFrame
        speaker="agent"
        who={{ id: from, name: userName }}
        place={alone}
        heading={<p className="px-1 text-text-muted text-xs">{name}</p>}
        below={
          error ? (
            <Failed waiting={waiting} actions={actions} />
          ) : held ? (
            <Held waiting={waiting} onUndo={own ? actions?.undo : undefined} />
          ) : (
            <Later waiting={waiting} actions={actions} stopped={closed && !!message} />
          )
        }
      >
        <div className="rounded-xl border border-text-faint border-dashed p-px">
          <MessageContent
            message={drawnMessage(draft, { id: from, name: userName }, createdAt)}
            speaker="agent"
            place={alone}
            name={name}
          />
        </div>
      </BubbleFrame>
    </div>
  );
}

type PartProps = { waiting: ScheduledMessage; actions: PendingActions | undefined };

function Failed({ waiting, actions }: PartProps) {
  const t = useTranslations("messages.later");
  const goesOn = useFocusGoesOn();
  const late = waiting.error === "messaging_window_closed";
  const reason = late ? "windowOver" : waiting.error === "conversation_closed" ? "wasClosed" : "refused";
  const template =
    late && actions?.pickTemplate ? { kind: "template" as const, onPick: actions.pickTemplate } : undefined;
  return (
    <FailureLine
      reason={t(reason)}
      onRetry={actions && !template ? () => goesOn(() => actions.sendNow(waiting)) : undefined}
      remedy={template}
      onDiscard={actions ? () => goesOn(() => actions.cancel(waiting)) : undefined}
    />
  );
}

function Held({ waiting, onUndo }: { waiting: ScheduledMessage; onUndo: PendingActions["undo"] | undefined }) {
  const t = useTranslations("messages.later");
  const { sendAt, createdAt } = waiting;
  // By this browser's own clock, which may go wrong, from when it was first seen.
  const [begin] = useState(() => Date.now());
  const [now, setNow] = useState(begin);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((Date.parse(sendAt) - Date.parse(createdAt) - (now - begin)) / 1000);
  return (
    <div className="flex items-center gap-2 text-text-muted text-xs tabular-nums">
      <span>{left > 0 ? t("holding", { count: left }) : t("leaving")}</span>
      {onUndo ? (
        <Button
          variant="link"
          size="sm"
          icon={<Undo2 aria-hidden />}
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => onUndo(waiting)}
        >
          {t("undo")}
        </Button>
      ) : null}
    </div>
  );
}

function Later({ waiting, actions, stopped }: PartProps & { stopped: boolean }) {
  const t = useTranslations("messages.later");
  const format = useFormatter();
  const goesOn = useFocusGoesOn();
  const { sendAt, userName, cancelIf } = waiting;
  const unless = cancelReasons.filter((reason) => cancelIf.includes(reason)).map((reason) => t(`unless.${reason}`));
  return (
    <div className="grid max-w-[58ch] justify-items-end gap-0.5 text-text-muted text-xs">
      <p className="flex items-center gap-1.5">
        <Clock aria-hidden className="size-3.5 shrink-0" />
        <span>
          {t("leaves", { when: format.dateTime(new Date(sendAt), nearMoment), name: userName })}
          {unless.length > 0 ? ` · ${t("notIf")} ${format.list(unless, { type: "disjunction" })}` : ""}
        </span>
      </p>
      {stopped ? <p className="text-end text-warning">{t("stopped")}</p> : null}
      {actions ? (
        <div className="flex gap-2">
          <Button variant="link" size="sm" onClick={() => actions.edit(waiting)}>
            {t("edit")}
          </Button>
          <Button variant="link" size="sm" onClick={() => goesOn(() => actions.sendNow(waiting))}>
            {t("sendNow")}
          </Button>
          <Button variant="link" size="sm" onClick={() => goesOn(() => actions.cancel(waiting))}>
            {t("cancel")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
