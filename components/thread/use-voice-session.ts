import { useEffect, useRef, useState } from "react";
import { recordVoice, type VoiceProgress } from "./voice-session.ts";

/** Records while the component is there; undefined until the microphone is on. What it calls at the end is the latest given. */
export function useVoiceSession(
  type: string | undefined,
  onDone: (file: File) => void,
  onDenied: () => void,
): { progress: VoiceProgress | undefined; end: () => void } {
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
    return session.cancel;
  }, [type]);
  const [end] = useState(() => () => live.current?.end());
  return { progress, end };
}
