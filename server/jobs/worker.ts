import { setTimeout as pause } from "node:timers/promises";
import { log } from "#server/base/log.ts";
import { registerPart } from "#server/base/vitals.ts";
import { CheckedPool, patientWaitMs } from "#server/db/connections.ts";
import { systemRole } from "#server/db/pool.ts";
import { DetachedJobs } from "./detached.ts";
import { giveBack } from "./giving-back.ts";
import { deadPools, leave, unknownPools } from "./liveness.ts";
import { type JobRunner, type RunnerOptions, startRunner } from "./runner.ts";

const beatMs = 2000;
const strangersMs = 60_000;
/** The wait before a runner begins anew: the first, and the longest. */
const again = { firstMs: 100, longestMs: 1000 };
/** A runner that lived this long did not fail at its start. */
const livedMs = 10_000;
/** So long a stop waits for jobs that go on beside their places. */
const asideMs = 3000;

export type Worker = { stop(): Promise<void> };

type Options = Omit<RunnerOptions, "concurrency" | "detached"> & { concurrency?: number };

/** Runs jobs in this process until stopped. `prepareJobs` comes first. */
export async function startWorker({ concurrency = 8, ...options }: Options): Promise<Worker> {
  const worker = new JobWorker({ ...options, concurrency });
  await worker.start();
  return worker;
}

/** Keeps a runner alive: when it ends unexpectedly, gives its jobs back and starts another. */
class JobWorker implements Worker {
  private readonly options: RunnerOptions;
  /** For the bookkeeping about runners: theirs die with them. */
  private readonly pool: CheckedPool;
  private runner: JobRunner | undefined;
  private beginning: Promise<void> | undefined;
  private readonly orphans = new Set<string>();
  private readonly stopping = new AbortController();
  private timers: NodeJS.Timeout[] = [];
  private failures = 0;
  private forgetVital: () => void = () => undefined;

  constructor(options: Omit<RunnerOptions, "detached">) {
    this.options = { ...options, detached: new DetachedJobs() };
    const config = {
      connectionString: options.url,
      max: 1,
      connectionTimeoutMillis: patientWaitMs,
      application_name: "parley watching jobs",
      options: `-c role=${systemRole} -c statement_timeout=30000 -c timezone=UTC`,
    };
    this.pool = new CheckedPool(config, "the connection that watches the jobs failed");
  }

  async start(): Promise<void> {
    await this.free([...(await deadPools()), ...(await unknownPools(this.pool))]);
    await this.begin();
    this.forgetVital = registerPart("runner", () => (this.runner ? undefined : "no job runner lives"));
    this.timers = [
      setInterval(() => void this.watching(() => this.watch()), beatMs),
      setInterval(() => void this.watching(async () => this.free(await unknownPools(this.pool))), strangersMs),
    ];
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.forgetVital();
    for (const timer of this.timers) clearInterval(timer);
    await this.beginning;
    const runner = this.runner;
    runner?.stop();
    await runner?.settled;
    await this.options.detached.settle(asideMs);
    // What it could not give back itself, such as after a lost connection, is given back here.
    for (const id of runner?.pools ?? []) this.orphans.add(id);
    await this.watching(() => this.free([...this.orphans]));
    await this.pool.close();
  }

  private async begin(): Promise<void> {
    const runner = await startRunner(this.options);
    const begun = Date.now();
    this.runner = runner;
    void runner.closing.then(() => this.lost(runner, begun));
  }

  private lost(runner: JobRunner, begun: number): void {
    if (this.stopping.signal.aborted) return;
    this.runner = undefined;
    log.error("the job runner ended by itself; another one begins");
    if (Date.now() - begun > livedMs) this.failures = 0;
    // Jobs that it still runs end first: another runner would do them a second time beside it.
    void runner.settled.then(() => {
      for (const id of runner.pools) this.orphans.add(id);
      return this.watching(() => this.free([...this.orphans]));
    });
    this.beginning = this.beginAgain();
  }

  private async beginAgain(): Promise<void> {
    const { signal } = this.stopping;
    while (!this.runner && !signal.aborted) {
      const waitMs = Math.min(again.longestMs, again.firstMs * 2 ** this.failures);
      this.failures += 1;
      // Only the end of the process cuts the wait short.
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.begin().then(
        () => log.info({ waitMs }, "the job runner lives again"),
        (error: unknown) => log.warn({ error, waitMs }, "the job runner could not begin; trying again"),
      );
    }
  }

  private async watching(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => log.warn({ error }, "the worker could not watch over the others"));
  }

  /** Without a runner there is no heartbeat. */
  private async watch(): Promise<void> {
    await this.runner?.beat();
    await this.free([...this.orphans, ...(await deadPools())]);
  }

  private async free(dead: readonly string[]): Promise<void> {
    if (dead.length === 0) return;
    await giveBack(this.pool, dead);
    for (const id of dead) {
      await leave(id);
      this.orphans.delete(id);
    }
    log.info({ pools: dead.length }, "freed the jobs of workers that died");
  }
}
