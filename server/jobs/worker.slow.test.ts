import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { failingParts } from "#server/base/vitals.ts";
import { env } from "#server/config/env.ts";
import { closeSystemPool, openSystemPool, systemPool } from "#server/db/system.ts";
import { prepareJobs } from "./preparing.ts";
import { startWorker, type Worker } from "./worker.ts";

const url = env.databaseUrl ?? "";
let owner: pg.Pool;
let worker: Worker;
/** What each kind of job does in the test at hand. */
let perform: (payload: { id: string }) => Promise<void> = async () => undefined;
const done = new Map<string, number>();

beforeAll(async () => {
  openSystemPool(url, 4);
  owner = new pg.Pool({ connectionString: url, max: 4, application_name: "the test" });
  await prepareJobs(url);
  const task = {
    name: "test.cut",
    async perform(payload: unknown) {
      const given = payload as { id: string };
      await perform(given);
      done.set(given.id, (done.get(given.id) ?? 0) + 1);
    },
  };
  worker = await startWorker({ url, tasks: [task], concurrency: 4 });
});

afterAll(async () => {
  await worker.stop();
  await owner.end();
  await closeSystemPool();
});

async function until(what: string, check: () => Promise<boolean> | boolean, withinMs = 60_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await check()); await pause(10)) {
    if (Date.now() > deadline) throw new Error(`${what} never happened`);
  }
}

async function addJob(attempts = 25): Promise<string> {
  const id = newId();
  await owner.query("select graphile_worker.add_job('test.cut', $1::json, max_attempts => $2)", [{ id }, attempts]);
  return id;
}

/** Holds the job's row, so that its end waits, and cuts exactly the connection that waits for it. */
async function cutAtItsEnd(justBefore: () => Promise<unknown> = async () => undefined): Promise<string> {
  const holder = await owner.connect();
  let held = false;
  perform = async ({ id }) => {
    if (held) return;
    held = true;
    await holder.query("begin");
    await holder.query("select from graphile_worker._private_jobs where payload->>'id' = $1 for update", [id]);
  };
  try {
    const id = await addJob();
    await until("the job's beginning", () => held);
    await justBefore();
    await until("the end of the job", async () => {
      const { rowCount } = await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name like 'parley worker %' and wait_event_type = 'Lock' and datname = current_database()`,
      );
      return (rowCount ?? 0) > 0;
    });
    return id;
  } finally {
    perform = async () => undefined;
    await holder.query("rollback");
    holder.release();
  }
}

const left = async () =>
  (await owner.query("select from graphile_worker.jobs where task_identifier = 'test.cut'")).rowCount ?? 0;

describe("the worker", () => {
  it("goes on with jobs however often its connection is cut at a job's end [found K1]", async () => {
    for (let cut = 1; cut <= 30; cut += 1) {
      const lost = await cutAtItsEnd();
      const next = await addJob();
      await until(`the job after cut ${cut}`, () => done.has(next));
      await until(`the second run of the job of cut ${cut}`, () => (done.get(lost) ?? 0) >= 2);
    }
    await until("the end of all jobs", async () => (await left()) === 0);
    expect(failingParts().runner).toBeUndefined();
    const { rows } = await systemPool().query("select from worker_heartbeats");
    expect(rows).toHaveLength(1);
  });

  it("says that no runner lives, and lets no heartbeat say otherwise, while none can begin [found K1]", async () => {
    const beats = async () => (await systemPool().query("select from worker_heartbeats")).rowCount;
    const newer = "graphile_worker.migrations";
    // The library begins on no schema of a newer, incompatible version.
    await cutAtItsEnd(() => owner.query(`insert into ${newer} (id, ts, breaking) values (999999, now(), true)`));
    await until("the runner's end", () => failingParts().runner !== undefined);
    await until("the heartbeat's end", async () => (await beats()) === 0);
    await pause(3000);
    expect([failingParts().runner, await beats()]).toEqual(["no job runner lives", 0]);
    await owner.query(`delete from ${newer} where id = 999999`);
    await until("another runner", () => failingParts().runner === undefined);
    const next = await addJob();
    await until("the next job", () => done.has(next));
  });

  it("begins another runner where the first look for jobs of one failed, which the library would keep for ever", async () => {
    const rights = "insert, select on graphile_worker._private_tasks";
    await owner.query(`revoke ${rights} from parley_system`);
    const other = { name: "test.late", perform: async () => void done.set("late", 1) };
    const late = await startWorker({ url, tasks: [other], concurrency: 1 });
    try {
      await pause(1000);
      await owner.query(`grant ${rights} to parley_system`);
      await owner.query("select graphile_worker.add_job('test.late')");
      await until("the job of the late worker", () => done.has("late"));
    } finally {
      await late.stop();
    }
  });

  it("runs a job again whose process was killed at its last try, and forgets one that a newer job has replaced", async () => {
    const killed = async (key: string) => {
      const id = newId();
      await owner.query(
        `select graphile_worker.add_job('test.cut', $1::json, max_attempts => 5, job_key => $2, run_at => now() + interval '1 day')`,
        [{ id }, key],
      );
      await owner.query(
        `update graphile_worker._private_jobs set attempts = 5, locked_at = now() - interval '1 minute',
           locked_by = 'a killed pool', run_at = now() where key = $1`,
        [key],
      );
      return id;
    };
    const once = await killed("killed");
    const replaced = await killed("replaced");
    const newer = newId();
    await owner.query(`select graphile_worker.add_job('test.cut', $1::json, job_key => 'replaced')`, [{ id: newer }]);
    const other = await startWorker({ url, tasks: [], concurrency: 1 });
    await until("the run of both", () => done.has(once) && done.has(newer));
    await until("the end of all jobs", async () => (await left()) === 0);
    expect(done.has(replaced)).toBe(false);
    await other.stop();
  });

  it("writes why a job failed, with what lies under it, and that it was its last try", async () => {
    const written = vi.spyOn(log, "error").mockImplementation(() => undefined);
    perform = async () => {
      throw new Error("not available", { cause: new Error("canceling statement due to statement timeout") });
    };
    try {
      await addJob(1);
      await until("its word", () => written.mock.calls.length > 0);
      const error = expect.objectContaining({ message: "not available", cause: expect.any(Error) });
      const about = expect.objectContaining({ task: "test.cut", attempt: 1, of: 1, error });
      expect(written.mock.calls).toEqual([[about, "a job was given up"]]);
    } finally {
      perform = async () => undefined;
      written.mockRestore();
      await until("its end", async () => {
        const gone = `delete from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null`;
        return (await owner.query(gone)).rowCount === 1;
      });
    }
  });

  it("cleans up at its stop although its runner had ended, and its heartbeat goes [found K1]", async () => {
    const other = await startWorker({ url, tasks: [], concurrency: 1 });
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'parley worker %' and datname = current_database()`,
    );
    await other.stop();
    await until("one heartbeat only", async () => {
      const { rows } = await systemPool().query("select from worker_heartbeats");
      return rows.length === 1;
    });
  });
});
