"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { type Recording, record } from "#components/thread/recording.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";

type VoiceRecorderProps = {
  /** What to record. */
  type: string;
  /** Ends the recording and hands it over, as the button does. */
  finish: boolean;
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

/** A voice note being recorded: how loud, how long; Escape gives it up. */
export function VoiceRecorder({ type, finish, onDone, onCancel, onDenied }: VoiceRecorderProps) {
  const t = useTranslations("messages.voice");
  const recording = useRef<Recording>(undefined);
  const [state, setState] = useState<{ ms: number; level: number }>();
  const denied = useRef(onDenied);
  denied.current = onDenied;
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    record(type).then(
      (begun) => {
        if (gone) return begun.cancel();
        recording.current = begun;
        const at = performance.now();
        timer = setInterval(() => setState({ ms: performance.now() - at, level: begun.level() }), 100);
      },
      () => gone || denied.current(),
    );
    return () => {
      gone = true;
      clearInterval(timer);
      recording.current?.cancel();
    };
  }, [type]);
  const end = useRef<() => void>(undefined);
  end.current = () => {
    const begun = recording.current;
    recording.current = undefined;
    if (begun) begun.stop().then(onDone, onDenied);
  };
  const cancel = useRef(onCancel);
  cancel.current = onCancel;
  useEffect(() => {
    // While something is recorded Escape is the recording's, wherever the focus is: it leaves no conversation.
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      cancel.current();
    };
    document.addEventListener("keydown", leave, true);
    return () => document.removeEventListener("keydown", leave, true);
  }, []);
  const use = useRef<HTMLButtonElement>(null);
  const running = state !== undefined;
  useEffect(() => {
    if (running) use.current?.focus();
  }, [running]);
  const long = (state?.ms ?? 0) >= longestMs;
  useEffect(() => {
    if (running && (long || finish)) end.current?.();
  }, [running, long, finish]);
  return (
    <fieldset aria-label={t("label")} className="m-0 flex items-center gap-2 border-0 px-3 pb-2">
      <span aria-hidden className="size-2 rounded-full bg-danger" />
      <span role="timer" className="tabular text-sm">
        {state ? clockOf(state.ms) : t("starting")}
      </span>
      <meter aria-label={t("level")} min={0} max={1} value={state?.level ?? 0} className="h-1.5 min-w-0 flex-1" />
      <IconButton label={t("cancel")} shortcut="Esc" size="sm" onClick={onCancel}>
        <X aria-hidden />
      </IconButton>
      <Button
        size="sm"
        variant="primary"
        ref={use}
        disabled={!state}
        icon={<Check aria-hidden />}
        onClick={() => end.current?.()}
      >
        {t("done")}
      </Button>
    </fieldset>
  );
}
