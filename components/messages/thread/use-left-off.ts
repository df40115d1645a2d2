import { useEffect, useState } from "react";
import type { Message } from "#server/messages/schema.ts";
import type { ThreadState } from "./use-thread.ts";

/** So far back a thread is read for where its reader left off, or for the beginning of one that is new to them. */
const farthest = { leftOff: 1000, beginning: 200 };

/** Whether the first unread message is further back than what is loaded, and near enough to be read. */
export function isFurtherBack(
  { messages, hasOlder }: { messages: readonly Pick<Message, "seq">[]; hasOlder: boolean },
  readSeq: number | undefined,
): boolean {
  const [oldest, newest] = [messages[0]?.seq ?? 0, messages.at(-1)?.seq ?? 0];
  if (readSeq === undefined || !hasOlder || oldest <= readSeq + 1) return false;
  return newest - readSeq <= (readSeq > 0 ? farthest.leftOff : farthest.beginning);
}

/**
 * Reads a thread back to where its reader left off, where more has come since than it opens with. `missing`: it is not
 * there, so nothing of the thread counts as read; `opening`: it is on its way.
 */
export function useLeftOff(thread: ThreadState, readSeq: number | undefined): { missing: boolean; opening: boolean } {
  const { messages, error, loadOlder, loadingOlder } = thread;
  const [sought] = useState(readSeq);
  const [found, setFound] = useState(false);
  const missing = !found && isFurtherBack(thread, sought);
  if (!found && !missing && messages.length > 0) setFound(true);
  const asks = missing && !error && !loadingOlder;
  useEffect(() => {
    if (asks && sought !== undefined) loadOlder(sought + 1);
  }, [asks, sought, loadOlder]);
  return { missing, opening: missing && !error };
}
