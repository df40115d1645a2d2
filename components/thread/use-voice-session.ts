import { useEffect, useRef, useState } from "react";
import { recordVoice, type VoiceProgress } from "./voice-session.ts";

/**
 * Records while the component is there; undefined until the microphone is on. What it calls at the end is the latest
 * given. With `keeps`, what was recorded until the component goes is handed over too, unless it was given up.
 */
export function useVoiceSession(
  type: string | undefined,
  onDone: (file: File) => void,
  onDenied: () => void,
  { keeps = false }: { keeps?: boolean } = {},
): { progress: VoiceProgress | undefined; end: () => void; cancel: () => void } {
  const [progress, setProgress] = useState<VoiceProgress>();
  const calls = useRef({ onDone, onDenied });
  calls.current = { onDone, onDenied };
  const live = useRef<ReturnType<typeof recordVoice>>(undefined);
  useEffect(() => {
    const session = recordVoice(type, {
      onProgress: setProgress,
      onDone: (file) => calls.current.onDone(file),
      onDenied: () => calls.current.onDenied(),
    });
    live.current = session;
    return keeps ? session.leave : session.cancel;
  }, [type, keeps]);
  const [end] = useState(() => () => live.current?.end());
  const [cancel] = useState(() => () => live.current?.cancel());
  return { progress, end, cancel };
}
