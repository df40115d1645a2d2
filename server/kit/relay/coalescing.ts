import { log } from "#server/base/log.ts";

/** Runs `work` at once, then at most once per `ms`; a call in between runs at the end of the pause. Never overlaps. */
export function coalesced(ms: number, work: () => Promise<unknown>): { call(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let wanted = false;
  let busy = false;
  const run = () => {
    wanted = false;
    busy = true;
    timer = setTimeout(rest, ms);
    work()
      .catch((error: unknown) => log.warn({ error }, "work that runs at most once in a while failed"))
      .finally(() => {
        busy = false;
        if (!timer && wanted) run();
      });
  };
  const rest = () => {
    timer = undefined;
    if (wanted && !busy) run();
  };
  return {
    call() {
      wanted = true;
      if (!timer && !busy) run();
    },
    stop() {
      clearTimeout(timer);
      wanted = false;
    },
  };
}
