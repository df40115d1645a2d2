import { isRecord } from "#components/live/records.ts";
import type { Caller } from "#components/live/trpc/batch.ts";
import { CallError } from "#components/live/trpc/call-error.ts";

const listeners = new Set<() => void>();
let ended = false;

function say(now: boolean): void {
  if (ended === now) return;
  ended = now;
  for (const listener of listeners) listener();
}

export function onEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const hasEnded = (): boolean => ended;

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && isRecord(error.data) && error.data.error === "unauthorized";
}

/** Notes that the server no longer knows the session, and that it does again: another tab may sign in. */
export function withEnding(caller: Caller): Caller {
  return async (call) => {
    try {
      const answer = await caller(call);
      say(false);
      return answer;
    } catch (error) {
      if (isSignedOut(error)) say(true);
      throw error;
    }
  };
}
