import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { later } from "#server/db/outside.ts";
import { addJobAgain, removeJob } from "#server/kit/jobs/adding.ts";
import type { Task } from "#server/kit/jobs/task.ts";

/** So long a job keeps its place while it waits for somebody else's server: most answer within it. */
const patienceMs = second;
/** So many of a company go on beside their places; its others wait in the queue. */
const ofCompany = 8;
/** After this long without a sign of life another process does what went on here. */
const leaseMs = 30 * second;
const renewMs = 10 * second;
/** Those put back come again in the order of their turns, as far as it is known when that is. */
const longestWaitMs = 60 * second;
/** Of one that goes on aside, before one of the company's has ended. */
const usualMs = 10 * second;

/** What the library knows of a job. */
export type Job = { id: string; key: string | null; priority: number; attempts: number; max_attempts: number };

type Company = { aside: number; usualMs: number; turnAt: number };

/**
 * The places of the worker belong to live answers: a job that calls other people's servers gives its own back where
 * they are slow, and goes on beside it. Its successor in the queue, put off again and again, runs if this process dies.
 */
export class Aside {
  private readonly companies = new Map<string, Company>();
  private readonly going = new Set<Promise<void>>();

  /** Resolves when the job is done, or its place may be given to another. */
  async perform(task: Task, payload: { companyId: string }, job: Job): Promise<void> {
    const company = this.companies.get(payload.companyId);
    if (company && company.aside >= ofCompany) return this.putBack(task, payload, job, company);
    const begun = performance.now();
    const work = task.perform(payload);
    if (await endsWithin(work, patienceMs)) return work;
    const successor = { task: task.name, payload, key: `aside:${job.id}`, priority: job.priority };
    const maxAttempts = Math.max(1, job.max_attempts - job.attempts);
    const putOff = (ms: number) => addJobAgain({ ...successor, maxAttempts, runAt: new Date(Date.now() + ms) });
    // Without a successor it must not leave its place: nobody would know of it.
    if (!(await succeeds(putOff(leaseMs)))) return work;
    this.goOn(
      payload.companyId,
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
    companyId: string,
    begun: number,
    work: Promise<void>,
    end: (error: unknown) => Promise<void>,
    renew: () => Promise<void>,
  ): void {
    const company = this.companies.get(companyId) ?? { aside: 0, usualMs, turnAt: 0 };
    this.companies.set(companyId, company);
    company.aside += 1;
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
        company.aside -= 1;
        company.usualMs = (company.usualMs + performance.now() - begun) / 2;
        if (company.aside === 0) this.companies.delete(companyId);
        // Where this fails it runs again, as any job may.
        await succeeds(end(error));
      });
    this.going.add(going);
    void going.finally(() => this.going.delete(going));
  }

  private putBack(task: Task, payload: { companyId: string }, job: Job, company: Company): Promise<void> {
    const at = Date.now();
    company.turnAt = Math.min(Math.max(company.turnAt, at + second) + company.usualMs / ofCompany, at + longestWaitMs);
    const { key, priority } = job;
    // This try is given back.
    const maxAttempts = job.max_attempts - job.attempts + 1;
    return addJobAgain({ task: task.name, payload, key, priority, maxAttempts, runAt: new Date(company.turnAt) });
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
