import { CallError } from "./visitor-api.ts";

const firstPauseMs = 500;
const longestPauseMs = 8000;

/** Milliseconds to wait before the next try; the server's own word counts when it asks for more. */
export function pauseBefore(error: CallError, attempt: number): number {
  const growing = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempt - 1, 5));
  // Spread, so that a thousand widgets do not come back in the same moment.
  return Math.max(error.retryAfter * 1000, growing * (0.75 + Math.random() / 2));
}

export type Pause = (ms: number) => Promise<void>;
export const realPause: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

type Options = { pause: Pause; over: () => boolean; onWait?: (error: CallError) => void };

/** Does it until it is done: what passes is waited for, what is final is thrown. Ends early when it is `over`. */
export async function untilDone(work: () => Promise<unknown>, { pause, over, onWait }: Options): Promise<void> {
  for (let attempt = 1; !over(); attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof CallError) || !error.passing) throw error;
      onWait?.(error);
      await pause(pauseBefore(error, attempt));
    }
  }
}
