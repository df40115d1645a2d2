import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { later } from "#server/db/outside.ts";
import { addJobAgain, removeJob } from "#server/kit/jobs/adding.ts";
import type { Task } from "#server/kit/jobs/task.ts";

/** So long a job keeps its place while it waits for somebody else's server: most answer within it. */
const patienceMs = second;
/** So many of one kind go on beside their places for a company; its others wait in the queue. */
const ofKind = 8;
/** After this long without a sign of life another process does what went on here. */
const leaseMs = 10 * second;
const renewMs = 3 * second;
/** Those put back come again in the order of their turns, as far as it is known when that is. */
const longestWaitMs = 60 * second;
/** Of one that goes on detached, before one of its kind has ended. */
const usualMs = 10 * second;

/** What the library knows of a job. */
type Job = { id: string; key: string | null; priority: number; attempts: number; max_attempts: number };

/** A kind of job of a company: a push service that is away puts off no messages. */
type Kind = { detached: number; usualMs: number; turnAt: number };

/**
 * The places of the worker belong to live answers: a job that calls other people's servers gives its own back where
 * they are slow, and goes on beside it. Its successor in the queue, put off again and again, runs if this process dies.
 */
export class DetachedJobs {
  private readonly kinds = new Map<string, Kind>();
  private readonly going = new Set<Promise<void>>();

  /** Resolves when the job is done, or its place may be given to another. */
  async perform(task: Task, payload: { companyId: string }, job: Job): Promise<void> {
    const name = `${task.name} ${payload.companyId}`;
    const kind = this.kinds.get(name);
    if (kind && kind.detached >= ofKind) return this.putBack(task, payload, job, kind);
    const begun = performance.now();
    const work = task.perform(payload);
    if (await endsWithin(work, patienceMs)) return work;
    const successor = { task: task.name, payload, key: `aside:${job.id}`, priority: job.priority };
    const maxAttempts = Math.max(1, job.max_attempts - job.attempts);
    const putOff = (ms: number) => addJobAgain({ ...successor, maxAttempts, runAt: new Date(Date.now() + ms) });
    // Without a successor it must not leave its place: nobody would know of it.
    if (!(await succeeds(putOff(leaseMs)))) return work;
    this.goOn(
      name,
      begun,
      work,
      async (error) => {
        if (error === undefined) return removeJob(successor.key);
        const isLast = job.attempts >= job.max_attempts;
        const about = { error, task: task.name, job: job.id, attempt: job.attempts, of: job.max_attempts };
        log.error(about, isLast ? "a job was given up" : "a job failed and will be tried again");
        return isLast ? removeJob(successor.key) : putOff(second * Math.exp(Math.min(10, job.attempts)));
      },
      () => putOff(leaseMs),
    );
  }

  /** Waits for what goes on, no longer than this. What is left then is done by its successors. */
  async settle(withinMs: number): Promise<void> {
    await endsWithin(Promise.allSettled(this.going), withinMs);
  }

  private goOn(
    name: string,
    begun: number,
    work: Promise<void>,
    end: (error: unknown) => Promise<void>,
    renew: () => Promise<void>,
  ): void {
    const kind = this.kinds.get(name) ?? { detached: 0, usualMs, turnAt: 0 };
    this.kinds.set(name, kind);
    kind.detached += 1;
    let renewing = Promise.resolve(true);
    const timer = setInterval(() => {
      renewing = renewing.then(() => succeeds(renew()));
    }, renewMs);
    const going = work
      .then(
        () => undefined,
        (error: unknown) => error ?? new Error("it failed"),
      )
      .then(async (error) => {
        clearInterval(timer);
        await renewing;
        kind.detached -= 1;
        kind.usualMs = (kind.usualMs + performance.now() - begun) / 2;
        if (kind.detached === 0) this.kinds.delete(name);
        // Where this fails it runs again, as any job may.
        await succeeds(end(error));
      });
    this.going.add(going);
    void going.finally(() => this.going.delete(going));
  }

  private putBack(task: Task, payload: { companyId: string }, job: Job, kind: Kind): Promise<void> {
    const at = Date.now();
    kind.turnAt = Math.min(Math.max(kind.turnAt, at + second) + kind.usualMs / ofKind, at + longestWaitMs);
    const { key, priority } = job;
    // This try is given back.
    const maxAttempts = job.max_attempts - job.attempts + 1;
    return addJobAgain({ task: task.name, payload, key, priority, maxAttempts, runAt: new Date(kind.turnAt) });
  }
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const waiting = Promise.withResolvers<boolean>();
  const timer = later(() => waiting.resolve(false), ms);
  const ended = () => waiting.resolve(true);
  work.then(ended, ended);
  const result = await waiting.promise;
  clearTimeout(timer);
  return result;
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      log.warn({ error }, "what becomes of a job could not be noted");
      return false;
    },
  );
}
