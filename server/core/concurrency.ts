import { later } from "#server/db/outside.ts";

type Queue = {
  /** So many wait for their turn; without it, any number. */
  mostWaiting?: number;
  /** So long they wait; without it, until it comes. */
  queueMs?: number;
  /** What is thrown where the turn does not come. */
  refusal: () => Error;
};

/** Answers what runs work of which at most `atOnce` goes on in this process; the rest waits, in the order of asking. */
export function limitConcurrency(atOnce: number, queue?: Queue) {
  const { mostWaiting = Number.POSITIVE_INFINITY, queueMs } = queue ?? {};
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (waiting.length >= mostWaiting) return reject(queue?.refusal());
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(queue?.refusal());
      };
      const timer = queueMs === undefined ? undefined : later(leave, queueMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await turn();
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next one directly: as many run as before.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
