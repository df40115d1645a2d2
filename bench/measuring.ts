import { inCompany, tenantPool } from "#server/db/pool.ts";
import { type Statement, spyOn } from "./replay/statements.ts";
import { median } from "./report.ts";

async function buffersOf(companyId: string, statement: Statement): Promise<number> {
  const result = await inCompany(companyId, () =>
    tenantPool().query(`explain (analyze, buffers, format json) ${statement.text}`, statement.values),
  );
  const [{ Plan: plan }] = result.rows[0]["QUERY PLAN"];
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

export type Measured = { ms: number; buffers: number };

/** The median time of a reading, and the pages that its statements look at. */
export async function measure(companyId: string, call: () => Promise<unknown>): Promise<Measured> {
  for (let warm = 0; warm < 3; warm += 1) await call();
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  let buffers = 0;
  for (const statement of (await spyOn(call)).filter(({ text }) => /^\s*(select|with)/i.test(text)))
    buffers += await buffersOf(companyId, statement);
  return { ms: median(times), buffers };
}
