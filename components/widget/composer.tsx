import { Mic, Paperclip, SendHorizontal, X } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import type { ChatClient } from "./client/chat-client.ts";
import { latePiece } from "./late/late-piece.tsx";
import { VoiceRow } from "./late/voice-row.tsx";
import type { VoiceNoteProps } from "./voice-note.tsx";
import { useDraft } from "./writing/use-draft.ts";
import { useDropTarget } from "./writing/use-drop-target.ts";
import { useTypingSignal } from "./writing/use-typing-signal.ts";

/* Fetched when somebody records. */
const VoiceNote = latePiece(
  () => import("./voice-note.tsx").then((module) => module.VoiceNote),
  ({ onCancel }: VoiceNoteProps) => <VoiceRow onCancel={onCancel} />,
);

type ComposerProps = {
  ref: Ref<HTMLTextAreaElement>;
  client: ChatClient;
  /** It is known who writes. */
  ready: boolean;
  /** The chat is on the screen, or would be if its tab were in front. */
  open: boolean;
  /** What the next message answers. */
  quoted: VisitorMessage | undefined;
  onUnquote: () => void;
  onSend: (text: string) => void;
  onFile: (file: File, voice: boolean) => void;
};

const most = 4096;
const tool =
  "grid size-11 shrink-0 place-items-center rounded-md text-text-muted hover:bg-text/6 hover:text-text max-[22rem]:size-9";

/** Text, files by button, paste or drop, and voice notes. Enter sends; on phones it breaks the line, as their keyboards expect. */
export function Composer({ ref, client, ready, open, quoted, onUnquote, onSend, onFile }: ComposerProps) {
  const t = useTranslations("widget.composer");
  const [text, write] = useDraft(client, ready);
  const [recording, setRecording] = useState(false);
  const [denied, setDenied] = useState(false);
  const records = useRecords();
  const coarse = useCoarsePointer();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const microphone = useRef<HTMLButtonElement>(null);
  const typing = useTypingSignal((typing) => client.typing(typing));
  const add = (files: Iterable<File>) => {
    for (const file of files) onFile(file, false);
  };
  const drop = useDropTarget(add);

  const send = () => {
    if (text.trim() === "") return;
    onSend(text);
    write("");
    typing.stop();
  };
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    write(event.target.value);
    typing.note(event.target.value !== "");
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Escape" && quoted) {
      event.stopPropagation();
      return onUnquote();
    }
    const sends = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!sends || coarse) return;
    event.preventDefault();
    send();
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { files } = event.clipboardData;
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  const endRecording = (file?: File) => {
    setRecording(false);
    if (file) onFile(file, true);
    if (open) requestAnimationFrame(() => microphone.current?.focus());
  };
  const left = most - text.length;
  return (
    <form
      className="relative border-border border-t"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {drop.over ? (
        <p className="absolute inset-1 z-10 grid place-items-center rounded-md border-2 border-accent-line border-dashed bg-surface text-sm">
          {t("drop")}
        </p>
      ) : null}
      {quoted ? <Quoted message={quoted} onUnquote={onUnquote} /> : null}
      {denied ? (
        <p role="alert" className="px-4 pt-2 text-danger text-xs">
          {t("micDenied")}
        </p>
      ) : null}
      {recording ? (
        <VoiceNote
          open={open}
          onDone={endRecording}
          onCancel={() => endRecording()}
          onDenied={() => {
            setDenied(true);
            endRecording();
          }}
        />
      ) : null}
      <div className={recording ? "hidden" : "flex items-end gap-1 p-2"}>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            add(event.target.files ?? []);
            event.target.value = "";
          }}
        />
        <button
          type="button"
          aria-label={t("attach")}
          title={t("attach")}
          onClick={() => input.current?.click()}
          className={tool}
        >
          <Paperclip aria-hidden className="size-5" />
        </button>
        <div className="grid min-w-0 flex-1">
          <label htmlFor={id} className="sr-only">
            {t("label")}
          </label>
          <textarea
            id={id}
            ref={ref}
            rows={1}
            value={text}
            maxLength={most}
            placeholder={t("placeholder")}
            enterKeyHint={coarse ? "enter" : "send"}
            dir="auto"
            onChange={change}
            onKeyDown={press}
            onPaste={paste}
            onBlur={typing.stop}
            className="field-sizing-content max-h-36 min-h-11 resize-none rounded-lg border border-border-strong bg-surface px-3 py-2.5 text-base outline-none focus-visible:border-focus focus-visible:shadow-[inset_0_0_0_1px_var(--focus)]"
          />
          {left <= 200 ? (
            <p role="status" className="px-2 text-right text-2xs text-text-muted tabular">
              {t("left", { count: left })}
            </p>
          ) : null}
        </div>
        {records ? (
          <button
            ref={microphone}
            type="button"
            aria-label={t("record")}
            title={t("record")}
            onClick={() => {
              setDenied(false);
              setRecording(true);
            }}
            className={tool}
          >
            <Mic aria-hidden className="size-5" />
          </button>
        ) : null}
        <button
          type="submit"
          aria-label={t("send")}
          title={t("send")}
          aria-disabled={text.trim() === "" || undefined}
          className="grid size-11 shrink-0 place-items-center rounded-md bg-accent text-accent-text aria-disabled:bg-transparent aria-disabled:text-text-faint"
        >
          <SendHorizontal aria-hidden className="size-5" />
        </button>
      </div>
    </form>
  );
}

/* What follows is known once the page is in a browser. */
function useCoarsePointer(): boolean {
  const [coarse, setCoarse] = useState(false);
  useEffect(() => {
    const pointer = matchMedia("(pointer: coarse)");
    const apply = () => setCoarse(pointer.matches);
    apply();
    // A tablet gets a keyboard with a touchpad, and loses it.
    pointer.addEventListener("change", apply);
    return () => pointer.removeEventListener("change", apply);
  }, []);
  return coarse;
}

function useRecords(): boolean {
  const [records, setRecords] = useState(false);
  useEffect(() => setRecords(typeof MediaRecorder !== "undefined" && "mediaDevices" in navigator), []);
  return records;
}

function Quoted({ message, onUnquote }: { message: VisitorMessage; onUnquote: () => void }) {
  const t = useTranslations("widget");
  const { text, file, imageUrl, name, from } = message;
  const who = from === "visitor" ? t("thread.you") : name || t("thread.team");
  return (
    <div className="flex items-center gap-2 px-4 pt-2 text-sm">
      <blockquote className="min-w-0 flex-1 border-accent-line border-l-2 pl-2">
        <p className="truncate font-medium text-xs">{t("composer.answering", { name: who })}</p>
        <p dir="auto" className="truncate text-text-muted">
          {text || file?.name || (imageUrl ? t("thread.image") : "…")}
        </p>
      </blockquote>
      <button
        type="button"
        aria-label={t("composer.unquote")}
        title={t("composer.unquote")}
        onClick={onUnquote}
        className={tool}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
