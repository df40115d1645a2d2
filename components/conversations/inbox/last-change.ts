"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { InboxRow } from "../data/use-conversation-list.ts";

/** What was done last to the open conversation; it can be taken back while the row still shows it. */
export type LastChange = { words: string; undo: () => void; holds: (row: InboxRow) => boolean };

/** Whether it stays closed as what it was closed as: a colleague may decide that anew. */
export const heldAs = (isLead: boolean) => (shown: InboxRow) => shown.closed && shown.isLead === isLead;

const offeredMs = 10_000;

type Remembered = { last: LastChange | undefined; remember: (change: LastChange) => void; forget: () => void };

/** Offered for a moment beside what changed, and gone as soon as something newer is true. */
export function useLastChange(row: InboxRow): Remembered {
  const [last, setLast] = useState<LastChange>();
  const forget = useCallback(() => setLast(undefined), []);
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(forget, offeredMs);
    return () => clearTimeout(timer);
  }, [last, forget]);
  const holds = last?.holds(row) ?? false;
  // The row shows the change a moment after it was remembered: only what was once true can be overtaken.
  const shown = useRef<LastChange>(undefined);
  useEffect(() => {
    if (holds) shown.current = last;
    else if (last && shown.current === last) forget();
  }, [last, holds, forget]);
  return { last: holds ? last : undefined, remember: setLast, forget };
}
