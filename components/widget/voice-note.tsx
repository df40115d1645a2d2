import { SendHorizontal, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { type Recording, record, recordable } from "#components/thread/recording.ts";

type VoiceNoteProps = {
  onDone: (file: File) => void;
  onCancel: () => void;
  /** The microphone is not to be had. */
  onDenied: () => void;
};

const longestMs = 15 * 60_000;

function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A voice note being recorded, in place of the line to write in. Sending ends it; Escape gives it up. */
export function VoiceNote({ onDone, onCancel, onDenied }: VoiceNoteProps) {
  const t = useTranslations("widget.voice");
  const recording = useRef<Recording>(undefined);
  const use = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<{ ms: number; level: number }>();
  const calls = useRef({ onDone, onDenied });
  calls.current = { onDone, onDenied };
  const end = useRef(() => {
    const begun = recording.current;
    recording.current = undefined;
    begun?.stop().then(
      (file) => calls.current.onDone(file),
      () => calls.current.onDenied(),
    );
  });
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const type = recordable({ voice: "any" });
    const begun = type ? record(type) : Promise.reject(new Error("nothing to record with"));
    begun.then(
      (live) => {
        if (gone) return live.cancel();
        recording.current = live;
        const at = performance.now();
        timer = setInterval(() => {
          const ms = performance.now() - at;
          setState({ ms, level: live.level() });
          if (ms >= longestMs) end.current();
        }, 100);
      },
      () => gone || calls.current.onDenied(),
    );
    return () => {
      gone = true;
      clearInterval(timer);
      recording.current?.cancel();
    };
  }, []);
  const running = state !== undefined;
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
        {state ? clockOf(state.ms) : t("starting")}
      </span>
      <span aria-hidden className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-text/10">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.round((state?.level ?? 0) * 100)}%` }}
        />
      </span>
      <button
        ref={use}
        type="button"
        aria-label={t("send")}
        title={t("send")}
        disabled={!state}
        onClick={() => end.current()}
        className="grid size-11 shrink-0 place-items-center rounded-md bg-accent text-accent-text disabled:bg-transparent disabled:text-text-faint"
      >
        <SendHorizontal aria-hidden className="size-5" />
      </button>
    </fieldset>
  );
}
