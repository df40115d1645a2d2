import { SendHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { recordable } from "#components/thread/recording.ts";
import { useVoiceSession } from "#components/thread/use-voice-session.ts";
import { clockOf } from "#components/thread/voice-session.ts";
import { VoiceRow } from "./late/voice-row.tsx";

export type VoiceNoteProps = {
  /** Whether the chat is open: nobody is listened to in one that was closed. */
  open: boolean;
  onDone: (file: File) => void;
  onCancel: () => void;
  /** The microphone is not to be had. */
  onDenied: () => void;
};

/** A voice note being recorded. Sending ends it; closing the chat ends it too, and then it waits to be sent. */
export function VoiceNote({ open, onDone, onCancel, onDenied }: VoiceNoteProps) {
  const t = useTranslations("widget.voice");
  const use = useRef<HTMLButtonElement>(null);
  const [type] = useState(() => recordable({ voice: "any" }));
  const closed = useRef(false);
  const [held, setHeld] = useState<File>();
  const { progress, end } = useVoiceSession(type, (file) => (closed.current ? setHeld(file) : onDone(file)), onDenied);
  const running = progress !== undefined;
  useEffect(() => {
    if (running && open) use.current?.focus();
  }, [running, open]);
  useEffect(() => {
    if (open || closed.current) return;
    closed.current = true;
    if (running) end();
    else onCancel();
  }, [open, running, end, onCancel]);
  return (
    <VoiceRow onCancel={onCancel} time={progress && clockOf(progress.ms)}>
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${held ? "bg-text-faint" : "bg-danger"}`} />
      <span aria-hidden className="order-2 h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-text/10">
        <span
          className="block h-full rounded-full bg-accent-line"
          style={{ width: `${held ? 0 : Math.round((progress?.level ?? 0) * 100)}%` }}
        />
      </span>
      <button
        ref={use}
        type="button"
        aria-label={t("send")}
        title={t("send")}
        disabled={!progress}
        onClick={() => (held ? onDone(held) : end())}
        className="order-3 grid size-11 shrink-0 place-items-center rounded-md bg-accent text-accent-text disabled:bg-transparent disabled:text-text-faint"
      >
        <SendHorizontal aria-hidden className="size-5" />
      </button>
    </VoiceRow>
  );
}
