import { useEffect, useRef, useState } from "react";

type Composing = {
  /** All is there, and may be sent. */
  ready: boolean;
  /** Files are on their way, or a recording is still going on. */
  waiting: boolean;
  failed: boolean;
  /** Send was pressed before one left, and it has not gone meanwhile. */
  wasAwaited: boolean;
  onLeave: (awaited: boolean) => void;
};

/** Sends once the files are there where Send was pressed before. Answers whether it was, and how to say or forget it. */
export function useAwaitedSend(
  { ready, waiting, failed, wasAwaited, onLeave }: Composing,
  send: () => void,
): [awaited: boolean, setAwaited: (awaited: boolean) => void] {
  const [awaited, setAwaited] = useState(false);
  const leave = useRef<() => void>(undefined);
  useEffect(() => {
    leave.current = () => onLeave(awaited);
  });
  useEffect(() => () => leave.current?.(), []);
  useEffect(() => {
    if (wasAwaited) setAwaited(true);
  }, [wasAwaited]);
  useEffect(() => {
    if (!awaited) return;
    if (ready) send();
    // A file that failed is looked at first; what was taken away is not waited for.
    else if (!waiting || failed) setAwaited(false);
  });
  return [awaited, setAwaited];
}
