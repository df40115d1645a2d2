"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useLeaveWarning } from "#components/forms/leaving/use-leave-warning.ts";
import { useVoiceSession } from "#components/thread/use-voice-session.ts";
import { clockOf } from "#components/thread/voice-session.ts";
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

/** A voice note being recorded: how loud, how long; Escape gives it up, leaving does not. */
export function VoiceRecorder({ type, finish, onDone, onCancel, onDenied }: VoiceRecorderProps) {
  const t = useTranslations("messages.voice");
  const session = useVoiceSession(type, onDone, onDenied, { keeps: true });
  const { progress, end } = session;
  const giveUp = () => {
    session.cancel();
    onCancel();
  };
  const cancel = useRef(giveUp);
  cancel.current = giveUp;
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
  const running = progress !== undefined;
  useLeaveWarning(running);
  useEffect(() => {
    if (running) use.current?.focus();
  }, [running]);
  useEffect(() => {
    if (running && finish) end();
  }, [running, finish, end]);
  return (
    <fieldset data-recording aria-label={t("label")} className="m-0 flex items-center gap-2 border-0 px-3 pb-2">
      <span aria-hidden className="size-2 rounded-full bg-danger" />
      <span role="timer" className="tabular text-sm">
        {progress ? clockOf(progress.ms) : t("starting")}
      </span>
      <meter aria-label={t("level")} min={0} max={1} value={progress?.level ?? 0} className="h-1.5 min-w-0 flex-1" />
      <IconButton label={t("cancel")} shortcut="Esc" size="sm" onClick={giveUp}>
        <X aria-hidden />
      </IconButton>
      <Button size="sm" variant="primary" ref={use} disabled={!progress} icon={<Check aria-hidden />} onClick={end}>
        {t("done")}
      </Button>
    </fieldset>
  );
}
