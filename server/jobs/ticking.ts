import { log } from "#server/base/log.ts";

/**
 * Work that the leader repeats. It must be safe to run twice and to be interrupted anywhere; what takes long does a
 * piece after the other and ends between them once the process is stopping.
 */
export type Tick = { name: string; everyMs: number; run: (stopping?: AbortSignal) => Promise<unknown> };

export function every(everyMs: number, name: string, run: Tick["run"]): Tick {
  return { name, everyMs, run };
}

/** Runs each tick when it is due; the same one never twice at once. */
export class TickRunner {
  private readonly ticks: readonly Tick[];
  private readonly dueAt = new Map<string, number>();
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly stopping = new AbortController();

  constructor(ticks: readonly Tick[]) {
    this.ticks = ticks;
  }

  /** By a clock that nobody sets: a machine whose time is set back goes on. */
  runDue(at = performance.now()): void {
    if (this.stopping.signal.aborted) return;
    for (const tick of this.ticks) {
      if (this.running.has(tick.name) || at < (this.dueAt.get(tick.name) ?? 0)) continue;
      this.dueAt.set(tick.name, at + tick.everyMs);
      const run = tick
        .run(this.stopping.signal)
        .catch((error: unknown) => log.warn({ error, tick: tick.name }, "a recurring task failed"))
        .finally(() => this.running.delete(tick.name));
      this.running.set(tick.name, run);
    }
  }

  /** Waits for the pieces that run. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running.values());
  }
}
