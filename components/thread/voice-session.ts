import { record } from "./recording.ts";

/** How long it is by now, and how loud, from 0 to 1. */
export type VoiceProgress = { ms: number; level: number };

type VoiceSession = {
  /** Ends it and hands the file over. */
  end: () => void;
  /** Gives it up: nothing is told any more. */
  cancel: () => void;
  /** Hands over what there is; where it has not begun, it will not. */
  leave: () => void;
};

type VoiceListeners = {
  onProgress: (progress: VoiceProgress) => void;
  onDone: (file: File) => void;
  /** The microphone is not to be had, or the recording could not be ended. */
  onDenied: () => void;
};

/** No voice note is longer: it ends by itself then. */
export const longestMs = 15 * 60_000;

const everyMs = 100;

export function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Records a voice note until it is ended, given up, or as long as one may be. */
export function recordVoice(type: string | undefined, listeners: VoiceListeners): VoiceSession {
  const { onProgress, onDone, onDenied } = listeners;
  let gone = false;
  let close: ((how: "end" | "cancel") => void) | undefined;
  const begun = type ? record(type) : Promise.reject(new Error("nothing to record with"));
  begun.then(
    (live) => {
      if (gone) return live.cancel();
      const at = performance.now();
      const timer = setInterval(() => {
        const ms = performance.now() - at;
        onProgress({ ms, level: live.level() });
        if (ms >= longestMs) close?.("end");
      }, everyMs);
      close = (how) => {
        close = undefined;
        clearInterval(timer);
        if (how === "cancel") live.cancel();
        else live.stop().then(onDone, onDenied);
      };
    },
    () => gone || onDenied(),
  );
  return {
    end: () => close?.("end"),
    leave: () => {
      gone = true;
      close?.("end");
    },
    cancel: () => {
      gone = true;
      close?.("cancel");
    },
  };
}
