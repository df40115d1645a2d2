import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { env } from "#server/config/env.ts";
import { closeSystemPool, openSystemPool } from "#server/db/system.ts";
import { addJob, closeJobPool, openJobPool } from "#server/kit/jobs/adding.ts";
import { prepareJobs } from "./preparing.ts";
import { startWorker, type Worker } from "./worker.ts";

const url = env.databaseUrl ?? "";
const [hanging, other] = [newId(), newId()];
let owner: pg.Pool;
let worker: Worker;
let released = Promise.withResolvers<void>();
let begun: string[] = [];
let done: string[] = [];

/** Calls a server that does not answer until it is released; those of the other company have one that does. */
async function call(payload: unknown): Promise<void> {
  const { companyId, id } = payload as { companyId: string; id: string };
  begun.push(id);
  if (companyId === hanging) await released.promise;
  done.push(id);
}

beforeAll(async () => {
  openSystemPool(url, 4);
  openJobPool(url);
  owner = new pg.Pool({ connectionString: url, max: 2, application_name: "the test" });
  await prepareJobs(url);
  const answer = {
    name: "test.answer",
    perform: async (payload: unknown) => void done.push((payload as { id: string }).id),
  };
  worker = await startWorker({ url, tasks: [{ name: "test.call", callsOut: true, perform: call }, answer] });
});

afterAll(async () => {
  released.resolve();
  await worker.stop();
  await owner.end();
  await closeJobPool();
  await closeSystemPool();
});

beforeEach(() => {
  released = Promise.withResolvers();
  [begun, done] = [[], []];
});

async function until(what: string, check: () => Promise<boolean> | boolean, withinMs = 60_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await check()); await pause(10)) {
    if (Date.now() > deadline) throw new Error(`${what} never happened`);
  }
}

async function add(task: string, companyId: string, options: Parameters<typeof addJob>[2] = {}): Promise<string> {
  const id = newId();
  await addJob(task, { companyId, id }, options);
  return id;
}

const left = async () =>
  (await owner.query("select * from graphile_worker.jobs where task_identifier like 'test.%' order by run_at")).rows;

/** How long it takes, asked for now. */
async function msOf(task: string, companyId: string): Promise<number> {
  const at = performance.now();
  const id = await add(task, companyId);
  await until(`${task} of the other company`, () => done.includes(id));
  return performance.now() - at;
}

it("of one company that hang hold up neither answers nor the calls of another, and all are done in the end", async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, () => add("test.call", hanging)));
  await until("the first", () => begun.length >= 8);
  const took: number[] = [];
  for (let n = 0; n < 5; n += 1) took.push(await msOf("test.answer", other), await msOf("test.call", other));
  expect(Math.max(...took)).toBeLessThan(3000);
  expect(begun.filter((id) => ids.includes(id)).length).toBeLessThan(30);
  released.resolve();
  await until("the end of all", () => ids.every((id) => done.includes(id)), 120_000);
  // On a busy machine a lease may run out: then one is put back for up to a minute, and is done once more.
  await until("an empty queue", async () => (await left()).length === 0, 120_000);
  expect(new Set(done.filter((id) => ids.includes(id)))).toEqual(new Set(ids));
}, 400_000);

it("that go on detached are left to another process where this one does not come back to them", async () => {
  const id = await add("test.call", hanging, { maxAttempts: 5, priority: -5 });
  await until("its successor", async () => (await left()).some(({ key }) => key?.startsWith("aside:")));
  await until("its own end in the queue", async () => (await left()).length === 1);
  const [successor] = await left();
  expect(successor).toMatchObject({ priority: -5, attempts: 0, max_attempts: 4, locked_at: null });
  expect(successor.run_at.getTime()).toBeGreaterThan(Date.now() + 5000);
  await owner.query("update graphile_worker._private_jobs set run_at = now() where key = $1", [successor.key]);
  await until("its second run", () => begun.filter((one) => one === id).length === 2);
  released.resolve();
  await until("an empty queue", async () => (await left()).length === 0);
});

it("that fail detached are tried again as often as others, and then given up", async () => {
  const written = vi.spyOn(log, "error").mockImplementation(() => undefined);
  try {
    const id = await add("test.call", hanging, { maxAttempts: 2 });
    await until("its successor", async () => (await left()).some(({ key }) => key?.startsWith("aside:")));
    released.reject(new Error("no answer"));
    await until("its second and last try", () => begun.filter((one) => one === id).length === 2);
    await until("its word", () => written.mock.calls.length === 2);
    expect(written.mock.calls.map(([, words]) => words)).toEqual([
      "a job failed and will be tried again",
      "a job was given up",
    ]);
  } finally {
    written.mockRestore();
    await owner.query("delete from graphile_worker._private_jobs where locked_at is null");
  }
});
