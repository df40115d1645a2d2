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

/** Of one reading: its median time, and the pages that its statements look at. */
type Measured = { ms: number; buffers: number };

type Reading = { companyId: string; call: () => Promise<unknown> };

async function buffersRead({ companyId, call }: Reading): Promise<number> {
  let buffers = 0;
  for (const statement of (await spyOn(call)).filter(({ text }) => /^\s*(select|with)/i.test(text)))
    buffers += await buffersOf(companyId, statement);
  return buffers;
}

async function timeOf({ call }: Reading): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/** The same reading of two companies, in turns, so that both meet the same machine. The ratio is the median of the turns'. */
export async function measureBoth(
  large: Reading,
  little: Reading,
): Promise<{ large: Measured; little: Measured; ratio: number }> {
  const times: { large: number; little: number }[] = [];
  for (let round = -3; round < 31; round += 1) {
    const first = round % 2 === 0 ? await timeOf(little) : undefined;
    const one = await timeOf(large);
    const other = first ?? (await timeOf(little));
    // The first ones warm both sides up.
    if (round >= 0) times.push({ large: one, little: other });
  }
  return {
    large: { ms: median(times.map((turn) => turn.large)), buffers: await buffersRead(large) },
    little: { ms: median(times.map((turn) => turn.little)), buffers: await buffersRead(little) },
    ratio: median(times.map((turn) => turn.large / turn.little)),
  };
}
