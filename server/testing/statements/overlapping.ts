import { expect } from "vitest";
import { systemPool } from "#server/db/system.ts";

/** Something is done in an open transaction of its own; then `meanwhile` runs into it, and it is committed. */
export async function overlapping<T>(text: string, values: unknown[], meanwhile: () => Promise<T>): Promise<T> {
  const client = await systemPool().connect();
  let broken = true;
  try {
    await client.query("begin");
    await client.query(text, values);
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const running = meanwhile();
    const waits = `select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`;
    const waiting = async () => (await systemPool().query(waits, [rows[0]?.pid])).rowCount;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await client.query("commit");
    broken = false;
    return await running;
  } finally {
    client.release(broken);
  }
}
