import { ArrowDown } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import type { ChatState } from "./client/chat-state.ts";
import { type Group, groupByDay } from "./client/groups.ts";
import { latePiece } from "./late/late-piece.tsx";
import { MessageBubble, type Tools } from "./message-bubble.tsx";
import { OutgoingBubble } from "./outgoing-bubble.tsx";
import { QuickReplies } from "./quick-replies.tsx";
import { Speaker } from "./speaker.tsx";
import type { Answer } from "./survey.tsx";
import { TypingDots } from "./typing-dots.tsx";
import { useStickyScroll } from "./use-sticky-scroll.ts";

/* Fetched when somebody is asked. */
const Survey = latePiece(() => import("./survey.tsx").then((module) => module.Survey));

type MessageListProps = {
  /** What the bot says before anything was written. */
  opening: readonly VisitorMessage[];
  state: ChatState;
  tools: Tools;
  onEarlier: () => Promise<void>;
  onRetry: (id: string) => void;
  onDiscard: (id: string) => void;
  onChoose: (option: string) => void;
  onRate: (answer: { conversationId: string; surveyId: string } & Answer) => Promise<void>;
};

export function MessageList(props: MessageListProps) {
  const { opening, state, tools, onEarlier, onRetry, onDiscard, onChoose, onRate } = props;
  const t = useTranslations("widget.thread");
  const { thread, hasEarlier, typing } = state;
  const messages = opening.length > 0 ? opening : thread.messages;
  const last = messages.at(-1);
  const scroll = useStickyScroll({
    first: messages[0]?.id,
    last: last?.id,
    own: thread.outgoing.at(-1)?.clientMessageId,
    typing: typing !== null,
  });
  const asked = messages.findLast(({ from, survey }) => from === "visitor" || survey);
  // What could not be sent does not stand between a question and its answer.
  const isSending = thread.outgoing.some(({ state }) => state === "sending");
  const options = last && !last.survey && last.from !== "visitor" && !isSending ? last.options : [];
  const lastOwn = messages.findLast((message) => message.from === "visitor")?.id;
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroll.ref}
        onScroll={scroll.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the thread scrolls by keyboard
        tabIndex={0}
        aria-label={t("label")}
        className="relative size-full overflow-y-auto overscroll-contain px-3 py-3 outline-offset-[-2px]"
      >
        <div ref={scroll.content}>
          {hasEarlier ? <EarlierButton onEarlier={onEarlier} /> : null}
          <div role="log" aria-live="polite" aria-relevant="additions" aria-label={t("label")} className="grid gap-3">
            {thread.earlier.length > 0 ? (
              <>
                <Days messages={thread.earlier} lastOwn={undefined} />
                <Separator>{t("newConversation")}</Separator>
              </>
            ) : null}
            {opening.length > 0 ? (
              <OpeningGroup messages={opening} />
            ) : (
              <Days messages={messages} lastOwn={lastOwn} tools={tools} />
            )}
            {thread.outgoing.map((outgoing) => (
              <OutgoingBubble
                key={outgoing.clientMessageId}
                outgoing={outgoing}
                held={state.held}
                heldUntil={state.heldUntil}
                onRetry={() => onRetry(outgoing.clientMessageId)}
                onDiscard={() => onDiscard(outgoing.clientMessageId)}
              />
            ))}
          </div>
          {options.length > 0 ? <QuickReplies options={options} onChoose={onChoose} /> : null}
          {asked?.survey && !isSending ? (
            <Survey
              survey={asked.survey}
              onAnswer={(surveyId, answer) => onRate({ conversationId: asked.conversationId, surveyId, ...answer })}
            />
          ) : null}
          {typing ? <TypingDots name={typing.name} /> : null}
        </div>
      </section>
      {scroll.away ? (
        <button
          type="button"
          aria-label={t("jump")}
          title={t("jump")}
          onClick={scroll.toEnd}
          className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-surface-raised shadow-float"
        >
          <ArrowDown aria-hidden className="size-5" />
        </button>
      ) : null}
    </div>
  );
}

function EarlierButton({ onEarlier }: { onEarlier: () => Promise<void> }) {
  const t = useTranslations("widget.thread");
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const load = () => {
    setState("busy");
    onEarlier().then(
      () => setState("idle"),
      () => setState("failed"),
    );
  };
  const words = { idle: t("earlier"), busy: t("loading"), failed: t("earlierFailed") };
  return (
    <button
      type="button"
      onClick={load}
      disabled={state === "busy"}
      className="mx-auto mb-3 block min-h-11 rounded-md px-3 text-sm text-text-muted hover:bg-text/6 disabled:animate-shimmer"
    >
      <span role="status">{words[state]}</span>
    </button>
  );
}

function Separator({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-3 text-2xs text-text-faint before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {children}
    </p>
  );
}

type DaysProps = { messages: readonly VisitorMessage[]; lastOwn: string | undefined; tools?: Tools };

function Days({ messages, lastOwn, tools }: DaysProps) {
  const t = useTranslations("widget.thread");
  const format = useFormatter();
  const now = new Date();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toDateString();
  const labelOf = (at: string) => {
    const date = new Date(at);
    if (date.toDateString() === now.toDateString()) return t("today");
    if (date.toDateString() === yesterday) return t("yesterday");
    const year = date.getFullYear() === now.getFullYear() ? undefined : ("numeric" as const);
    return format.dateTime(date, { day: "numeric", month: "long", year });
  };
  const said = new Map(messages.map(({ id, text, file }) => [id, text || file?.name || "…"]));
  return groupByDay(messages).map((day) => (
    <section key={day.groups[0]?.key} className="grid gap-3">
      <Separator>{labelOf(day.at)}</Separator>
      {day.groups.map((group) => (
        <GroupView key={group.key} group={group} lastOwn={lastOwn} said={said} tools={tools} />
      ))}
    </section>
  ));
}

function OpeningGroup({ messages }: { messages: readonly VisitorMessage[] }) {
  const [first] = messages;
  if (!first) return null;
  const { id, from, name, avatarUrl } = first;
  return (
    <GroupView group={{ key: id, from, name, avatarUrl, messages: [...messages] }} lastOwn={undefined} said={nothing} />
  );
}

const nothing: ReadonlyMap<string, string> = new Map();

type GroupViewProps = {
  group: Group;
  lastOwn: string | undefined;
  said: ReadonlyMap<string, string>;
  tools?: Tools | undefined;
};

function GroupView({ group, lastOwn, said, tools }: GroupViewProps) {
  const mine = group.from === "visitor";
  return (
    <div className={mine ? "grid justify-items-end gap-1" : "grid justify-items-start gap-1"}>
      <Speaker group={group} />
      {group.messages.map((message) => (
        <MessageBubble
          key={message.id}
          message={message}
          withState={message.id === lastOwn}
          quoted={said.get(message.quotedId ?? "")}
          tools={tools}
        />
      ))}
    </div>
  );
}
