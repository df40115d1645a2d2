import { log } from "#server/base/log.ts";

const everyMs = 1000;

/** A line a second for who waits, on the error stream. */
export class Progress {
  private readonly what: string;
  private last = performance.now();

  constructor(what: string) {
    this.what = what;
  }

  tell(figures: Record<string, unknown>): void {
    if (performance.now() - this.last < everyMs) return;
    this.last = performance.now();
    log.info(figures, this.what);
  }
}
