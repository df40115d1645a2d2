import { useEffect, useState } from "react";

type Composing = {
  /** All is there, and may be sent. */
  ready: boolean;
  /** Files are on their way, or a recording is still going on. */
  waiting: boolean;
  failed: boolean;
};

/** Sends once the files are there where Send was pressed before. Answers whether it was, and how to say or forget it. */
export function useAwaitedSend(
  { ready, waiting, failed }: Composing,
  send: () => void,
): [awaited: boolean, setAwaited: (awaited: boolean) => void] {
  const [awaited, setAwaited] = useState(false);
  useEffect(() => {
    if (!awaited) return;
    if (ready) send();
    // A file that failed is looked at first; what was taken away is not waited for.
    else if (!waiting || failed) setAwaited(false);
  });
  return [awaited, setAwaited];
}
