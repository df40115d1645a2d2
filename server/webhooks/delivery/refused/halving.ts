import type pg from "pg";
import { log } from "#server/base/log.ts";
import { isDuplicate, isRefused } from "#server/db/errors.ts";

/** What the database would not store. */
type LeftOut<Row> = { row: Row; error: unknown };

type Writing<Row> = {
  write: (rows: readonly Row[]) => Promise<void>;
  /** Less of a row, where the whole of it is refused; undefined: there is no less. */
  less: (row: Row) => Row | undefined;
  /** How the row is told of. */
  named: (row: Row) => Record<string, string>;
};

/**
 * Writes rows in one transaction. What is refused for what it is would be refused for ever and hold up all others: it
 * is found by halves, told once, and left out.
 */
export async function writeApart<Row>(
  client: pg.ClientBase,
  rowsOf: () => Promise<readonly Row[]>,
  writing: Writing<Row>,
): Promise<void> {
  await client.query("begin");
  try {
    const leftOut = await writeHalves(client, await rowsOf(), writing);
    await client.query("commit");
    for (const { row, error } of leftOut) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ ...writing.named(row), reason }, "the database refuses a part of what webhooks were told");
    }
  } catch (error) {
    // Where the connection is gone, so is its transaction; the fault that led here is told.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function writeHalves<Row>(
  client: pg.ClientBase,
  rows: readonly Row[],
  writing: Writing<Row>,
): Promise<LeftOut<Row>[]> {
  await client.query("savepoint part");
  try {
    await writing.write(rows);
    return [];
  } catch (error) {
    const [row] = rows;
    if (row === undefined || !isRefused(error)) throw error;
    await client.query("rollback to savepoint part");
    if (rows.length === 1) return await writeLess(client, { row, error }, writing);
    const middle = Math.ceil(rows.length / 2);
    const first = await writeHalves(client, rows.slice(0, middle), writing);
    return [...first, ...(await writeHalves(client, rows.slice(middle), writing))];
  }
}

/** One that stands alone. What is there already needs no telling: its answer was lost when it was written. */
async function writeLess<Row>(
  client: pg.ClientBase,
  { row, error }: LeftOut<Row>,
  writing: Writing<Row>,
): Promise<LeftOut<Row>[]> {
  if (isDuplicate(error)) return [];
  const less = writing.less(row);
  if (less !== undefined) await writeHalves(client, [less], { ...writing, less: () => undefined });
  return [{ row, error }];
}
