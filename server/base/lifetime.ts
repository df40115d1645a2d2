import { setTimeout as pause } from "node:timers/promises";
import { log } from "#server/base/log.ts";
import { registerPart } from "#server/base/vitals.ts";
import { StartFault } from "#server/config/start-fault.ts";

/** Waits for work that is to end, but no longer than this. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const inTime = new AbortController();
  const late = pause(ms, undefined, { signal: inTime.signal }).catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    inTime.abort();
  }
}

type Part = { name: string; stop: () => Promise<unknown> };

/**
 * From start to end of the process: runs the boot, then waits for a signal and stops the parts, the last one first.
 * A part that hangs cannot hold the process longer than `withinMs`.
 */
export class Lifetime {
  private readonly withinMs: number;
  private readonly parts: Part[] = [];
  private booting: Promise<void> = Promise.resolve();
  private ending: Promise<void> | undefined;
  /** The signal that ends the process, once it does. */
  why: string | undefined;

  constructor({ withinMs }: { withinMs: number }) {
    this.withinMs = withinMs;
  }

  onStop(name: string, stop: () => Promise<unknown>): void {
    this.parts.push({ name, stop });
  }

  /** Resolves when the boot is done; its failure ends the process. */
  run(boot: () => Promise<void>): Promise<void> {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => this.end(0, signal));
    // The parent process, which would pass signals on, is gone.
    process.once("disconnect", () => this.end(0, "disconnect"));
    process.channel?.unref();
    process.on("uncaughtException", (error) => this.fail(error));
    process.on("unhandledRejection", (error) => this.fail(error));
    this.booting = boot();
    return this.booting.catch((error: unknown) => {
      // What a boot loses whose parts are being stopped explains nothing.
      if (this.why === undefined) this.fail(error);
    });
  }

  private fail(error: unknown): void {
    if (error instanceof StartFault) process.stderr.write(`${error.message}\n`);
    else log.fatal({ error }, "the process must end");
    this.end(1, "failure");
  }

  private end(code: number, why: string): void {
    this.ending ??= this.stop(why).finally(() => process.exit(code));
  }

  private async stop(why: string): Promise<void> {
    this.why = why;
    log.info({ why }, "stopping");
    registerPart("process", () => "it is stopping");
    setTimeout(() => {
      log.error("some part did not stop in time");
      process.exit(1);
    }, this.withinMs).unref();
    // A boot may take minutes; what it has opened is closed in time all the same.
    const booted = this.booting.catch(() => undefined);
    await waitAtMost(this.withinMs / 2, booted);
    for (const { name, stop } of this.parts.reverse()) {
      await stop().catch((error: unknown) => log.error({ error, part: name }, "a part did not stop cleanly"));
    }
    log.info("stopped");
  }
}
