"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, memo, type ReactNode, type Ref, useId, useRef, useState } from "react";
import { UnfilledLine, useAnswers } from "#components/answers/use-answers.tsx";
import { shortName } from "#components/conversations/visitor-name.ts";
import { cn } from "#components/ui/class-names.ts";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { unfilled } from "#server/answers/rendering.ts";
import type { Capabilities } from "#server/channels/capabilities-schema.ts";
import type { Message } from "#server/messages/schema.ts";
import { FileTray } from "../files/file-tray.tsx";
import { useRecordable, VoiceRow } from "../files/voice-row.tsx";
import { useKeptFiles } from "../later/use-kept-files.ts";
import type { Trigger } from "./caret-query.ts";
import { ComposerBar } from "./composer-bar.tsx";
import { BotHint, ClosedBar, ComposerNotice, DropHere, RaceBar, useDropping } from "./composer-notices.tsx";
import { ComposerTabs } from "./composer-tabs.tsx";
import { ComposerText, type ComposerTextHandle } from "./composer-text.tsx";
import { type DraftMode, longest, type Rival } from "./draft-mode.ts";
import { QuoteBar } from "./quote-bar.tsx";
import { isTouch, sendsWith } from "./send-keys.ts";
import type { Suggestion } from "./suggestions.tsx";
import { useAwaitedSend } from "./use-awaited-send.ts";
import { type ComposerHandle, type Reply, useComposerHandle } from "./use-composer-handle.ts";
import { useDraft } from "./use-draft.ts";
import { useSendKeys } from "./use-send-keys.ts";

/* With the rules of templates, and only where one is picked. */
const TemplatePicker = dynamic(
  () => untilLoaded(() => import("./template-picker.tsx")).then((module) => module.TemplatePicker),
  { loading: () => <Skeleton className="m-3 h-8" /> },
);

/** What may be written here: all of it, less (with the reason), or nothing. */
export type Permission = "all" | "closed" | "window" | "nothing";

type ComposerProps = {
  conversationId: string;
  visitorName: string;
  permission: Permission;
  /** What the channel carries. */
  able: Capabilities;
  /** The message that is being answered. */
  quoted: Message | undefined;
  onUnquote: () => void;
  /** The channel has templates: after the window one of them may be sent. */
  templates: boolean;
  /** How long free words are still possible. */
  windowLeft?: ReactNode;
  botOn: boolean;
  canned: readonly Suggestion[];
  colleagues: readonly Suggestion[];
  rival: Rival | undefined;
  onReply: (reply: Reply) => void;
  /** To be sent later: at a time, or at one that is asked for. With `onDone` it stands where it was written until then. */
  onLater: (reply: Reply, at: Date | "ask", onDone?: () => void) => void;
  onNote: (text: string) => void;
  onTyping: (typing: boolean) => void;
  onReopen: () => void;
  onLeave: () => void;
  ref?: Ref<ComposerHandle>;
};

/* In a low window the composer is one line until it is used: the thread needs the room. */
const whileIdle = "short:group-[[data-empty]:not(:focus-within):not(:has([data-state=open]))]/composer:hidden";

const nothing = { text: "", files: [], replyToId: undefined };

export const Composer = memo(function Composer(props: ComposerProps) {
  const { conversationId, visitorName, permission, templates, botOn, canned, colleagues, rival } = props;
  const t = useTranslations("messages.composer");
  const [chosenMode, setMode] = useState<DraftMode>("reply");
  const [picking, setPicking] = useState(false);
  const windowOver = permission === "window";
  const writes = permission === "all" || (windowOver && templates);
  const mode = writes ? chosenMode : "note";
  const picks = mode === "reply" && (windowOver || (picking && templates));
  const { text, write: setText, putBack } = useDraft(conversationId, mode);
  const [faced, setFaced] = useState<{ seq: number; asked: boolean }>({ seq: 0, asked: false });
  const [keys, setKeys] = useSendKeys();
  const box = useRef<ComposerTextHandle>(null);
  const hint = useId();
  const [recording, setRecording] = useState("");
  const { uploads, ...kept } = useKeptFiles({ conversationId, visitorName, able: props.able });
  const answers = useAnswers({ conversationId, able: props.able, box, onFiles: uploads.restore });
  const quoted = mode === "reply" ? props.quoted : undefined;
  const parts = { conversationId, mode, box, putBack, setMode, setPicking, restoreFiles: uploads.restore };
  const template = useComposerHandle(props.ref, parts);
  const templateGone = () => {
    setPicking(false);
    template.forget();
    requestAnimationFrame(() => box.current?.focus());
  };

  const records = useRecordable(props.able);
  const typed = text.trim();
  const left = longest[mode] - typed.length;
  const waiting = mode === "reply" && (uploads.waiting || recording !== "");
  // What a ready answer asks for and nobody has filled in yet must not reach the visitor.
  const missing = mode === "reply" ? unfilled(typed) : [];
  const ready =
    left >= 0 && !waiting && missing.length === 0 && (typed !== "" || (mode === "reply" && uploads.drafts.length > 0));
  const raced = mode === "reply" && rival && rival.seq > faced.seq ? rival : undefined;

  const empty = () => {
    setText("");
    props.onTyping(false);
    uploads.clear();
    props.onUnquote();
  };
  const send = (anyway = false) => {
    // Pressed while a file is still on its way, or recorded: sent with the file.
    if (!ready) return setAwaited(waiting && left >= 0 && missing.length === 0);
    setAwaited(false);
    if (raced && !anyway) return setFaced({ ...faced, asked: true });
    if (raced) setFaced({ seq: raced.seq, asked: false });
    // Before any waiting: by the answer, the agent may be elsewhere.
    box.current?.focus();
    if (mode === "reply") {
      props.onReply({ text: typed, files: uploads.drafts, replyToId: quoted?.id });
      empty();
    } else {
      setText("");
      props.onNote(typed);
    }
  };
  const sendLater = (at: Date | "ask") => {
    if (!ready || mode !== "reply") return;
    // Asked for a time, it stands here until there is one: the dialog may be left by any way.
    props.onLater({ text: typed, files: uploads.drafts, replyToId: quoted?.id }, at, at === "ask" ? empty : undefined);
    if (at !== "ask") empty();
  };
  const onLeave = (pressed: boolean) =>
    kept.leave(pressed && !raced ? (files) => props.onReply({ text: typed, files, replyToId: quoted?.id }) : undefined);
  const composing = { ready, waiting, failed: uploads.failed, wasAwaited: kept.wasAwaited, onLeave };
  const [awaited, setAwaited] = useAwaitedSend(composing, () => send());
  const change = (next: string) => {
    setText(next);
    if (mode === "reply") props.onTyping(next.trim() !== "");
  };
  const takeFiles = (files: File[]) => {
    if (mode === "reply" && !picks) uploads.add(files);
  };
  const dropping = useDropping(mode === "reply" && !picks, takeFiles);

  if (permission === "nothing") return <ComposerNotice>{t("readOnly")}</ComposerNotice>;
  const offers: Partial<Record<Trigger, readonly Suggestion[]>> =
    mode === "reply" ? { "/": canned } : { "@": colleagues };
  return (
    <section
      aria-label={t("label", { name: visitorName })}
      {...dropping.handlers}
      data-empty={typed === "" && uploads.drafts.length === 0 && !picks && !quoted && !recording ? "" : undefined}
      className="group/composer shrink-0 px-4 pb-4 phone:px-2 phone:pb-[max(0.5rem,env(safe-area-inset-bottom))] short:pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {permission === "closed" ? <ClosedBar onReopen={props.onReopen} /> : null}
      {windowOver && !templates ? <ComposerNotice>{t("window")}</ComposerNotice> : null}
      {raced && faced.asked ? (
        <RaceBar
          rival={raced}
          onSend={() => send(true)}
          onWait={() => {
            setFaced({ ...faced, asked: false });
            box.current?.focus();
          }}
        />
      ) : null}
      <div
        className={cn(
          "relative rounded-lg border transition-colors focus-within:border-text-faint",
          mode === "note" ? "border-note/40 bg-note/8" : "border-border-strong bg-surface",
        )}
      >
        <div className={whileIdle}>
          <ComposerTabs mode={mode} replies={writes} template={picks} aside={props.windowLeft} onMode={setMode} />
        </div>
        {picks ? (
          <TemplatePicker
            key={template.undone}
            conversationId={conversationId}
            visitorName={visitorName}
            kept={text}
            onBack={windowOver ? undefined : templateGone}
            onSent={templateGone}
            onLater={(filled, at) => props.onLater({ ...nothing, template: filled }, at, templateGone)}
          />
        ) : (
          <>
            <div className={whileIdle}>{mode === "reply" && botOn ? <BotHint id={hint} /> : null}</div>
            {quoted ? <QuoteBar message={quoted} onCancel={props.onUnquote} /> : null}
            <ComposerText
              key={mode}
              ref={box}
              label={mode === "note" ? t("note") : t("reply")}
              placeholder={
                mode === "note" ? t("notePlaceholder") : t("replyPlaceholder", { name: shortName(visitorName) })
              }
              text={text}
              onText={change}
              offers={offers}
              sends={(event: KeyboardEvent) => sendsWith(event, keys, isTouch())}
              onSend={() => send()}
              onEscape={quoted ? props.onUnquote : props.onLeave}
              onPasteFiles={takeFiles}
              onAnswer={answers.pick}
            />
            {answers.piece}
            <UnfilledLine missing={missing} />
            {mode === "reply" ? (
              <FileTray files={uploads.drafts} onRemove={uploads.remove} onRetry={uploads.retry} />
            ) : null}
            {recording && mode === "reply" ? (
              <VoiceRow
                type={recording}
                finish={awaited}
                onFile={kept.addVoice}
                onEnd={(used) => {
                  if (!used) setAwaited(false);
                  setRecording("");
                  box.current?.focus();
                }}
              />
            ) : null}
            <div className={whileIdle}>
              <ComposerBar
                mode={mode}
                left={left}
                ready={ready}
                keys={keys}
                onKeys={setKeys}
                onEmoji={(sign) => box.current?.insert(sign)}
                onLookUp={(trigger) => box.current?.begin(trigger)}
                onFiles={takeFiles}
                onRecord={records ? () => setRecording(records) : undefined}
                onTemplate={templates ? () => setPicking(true) : undefined}
                onSend={() => send()}
                onLater={mode === "reply" ? sendLater : undefined}
              />
            </div>
          </>
        )}
        {dropping.over ? <DropHere /> : null}
      </div>
    </section>
  );
});
