import { useEffect, useMemo, useRef } from "react";

const repeatMs = 3000;
const idleMs = 4000;

/** Says that the visitor types: at most every three seconds, and that it stopped after four without a key. */
export function useTypingSignal(tell: (typing: boolean) => void) {
  const latest = useRef(tell);
  latest.current = tell;
  const signal = useMemo(() => {
    let toldAt = 0;
    let idle: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(idle);
      if (toldAt > 0) latest.current(false);
      toldAt = 0;
    };
    const note = (typing: boolean) => {
      if (!typing) return stop();
      clearTimeout(idle);
      idle = setTimeout(stop, idleMs);
      if (performance.now() - toldAt < repeatMs && toldAt > 0) return;
      toldAt = performance.now();
      latest.current(true);
    };
    return { note, stop };
  }, []);
  useEffect(() => signal.stop, [signal]);
  return signal;
}
