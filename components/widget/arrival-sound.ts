import { useEffect, useRef } from "react";
import { keep, recall, soundKey } from "./client/kept.ts";
import type { Thread } from "./client/thread.ts";

/** Off until the visitor turns it on. */
export function isSoundOn(): boolean {
  return recall(soundKey) === "on";
}

export function switchSound(on: boolean): boolean {
  keep(soundKey, on ? "on" : null);
  if (on) chime();
  return on;
}

let context: AudioContext | undefined;

/** Two short soft notes; made here, so that nothing is loaded for it. */
function chime(): void {
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, currentTime);
  gain.gain.exponentialRampToValueAtTime(0.08, currentTime + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, currentTime + 0.35);
  gain.connect(destination);
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(currentTime + index * 0.1);
    tone.stop(currentTime + 0.35);
  }
}

/** Sounds when the team or the bot writes while the visitor looks elsewhere. */
export function useArrivalSound(thread: Thread, visible: boolean): void {
  const last = thread.messages.findLast((message) => message.from !== "visitor")?.seq ?? 0;
  const known = useRef<{ conversationId: string; seq: number }>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = { conversationId: thread.conversationId, seq: last };
    const isNew = before?.conversationId === thread.conversationId && last > before.seq;
    if (isNew && isSoundOn() && !(visible && document.hasFocus())) chime();
  }, [thread.conversationId, last, visible]);
}
