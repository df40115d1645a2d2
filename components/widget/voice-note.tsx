import { SendHorizontal, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { recordable } from "#components/thread/recording.ts";
import { useVoiceSession } from "#components/thread/use-voice-session.ts";
import { clockOf } from "#components/thread/voice-session.ts";

type VoiceNoteProps = {
  onDone: (file: File) => void;
  onCancel: () => void;
  /** The microphone is not to be had. */
  onDenied: () => void;
};

/** A voice note being recorded, in place of the line to write in. Sending ends it; Escape gives it up. */
export function VoiceNote({ onDone, onCancel, onDenied }: VoiceNoteProps) {
  const t = useTranslations("widget.voice");
  const use = useRef<HTMLButtonElement>(null);
  const [type] = useState(() => recordable({ voice: "any" }));
  const { progress, end } = useVoiceSession(type, onDone, onDenied);
  const running = progress !== undefined;
  useEffect(() => {
    if (running) use.current?.focus();
  }, [running]);
  return (
    <fieldset
      aria-label={t("label")}
      className="m-0 flex items-center gap-3 border-0 p-2"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <button
        type="button"
        aria-label={t("cancel")}
        title={t("cancel")}
        onClick={onCancel}
        className="grid size-11 shrink-0 place-items-center rounded-md text-text-muted hover:bg-text/6 hover:text-text"
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-danger" />
      <span role="timer" className="tabular text-sm">
        {progress ? clockOf(progress.ms) : t("starting")}
      </span>
      <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-text/10">
        <span
          className="block h-full rounded-full bg-accent-line"
          style={{ width: `${Math.round((progress?.level ?? 0) * 100)}%` }}
        />
      </span>
      <button
        ref={use}
        type="button"
        aria-label={t("send")}
        title={t("send")}
        disabled={!progress}
        onClick={end}
        className="grid size-11 shrink-0 place-items-center rounded-md bg-accent text-accent-text disabled:bg-transparent disabled:text-text-faint"
      >
        <SendHorizontal aria-hidden className="size-5" />
      </button>
    </fieldset>
  );
}
