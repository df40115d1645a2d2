import { later } from "#server/db/outside.ts";

/** Work of which so much is done at once; what has waited so long for its turn is not done, and `tooLong` is thrown. */
export function turns(atOnce: number, queueMs: number, tooLong: () => Error) {
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(over);
        resolve();
      };
      const over = later(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(tooLong());
      }, queueMs);
      waiting.push(begin);
    });

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await turn();
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
