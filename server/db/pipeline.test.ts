import { expect, it } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";
import { inCompany, inTransaction } from "./pool.ts";
import { quick, row, sql } from "./sql.ts";
import { systemPool } from "./system.ts";

const company = await openCompany("Pipelines");
const other = await openCompany("Beside");

type Asked = { pid: number; company: string; n: number };

const ask = (n: number) =>
  row<Asked>(
    quick(sql`select pg_backend_pid() as "pid", current_setting('app.company_id') as "company", ${n}::int as "n"`),
  );

const numbers = Array.from({ length: 40 }, (_, n) => n);
const together = <T>(work: (n: number) => Promise<T>) =>
  inCompany(company.companyId, () => Promise.all(numbers.map(work)));

const backendsOf = (answers: readonly (Asked | undefined)[]) => new Set(answers.map((one) => one?.pid));

it("answers each of many reads at once with its own rows, over few connections", async () => {
  for (let round = 0; round < 3; round += 1) {
    const answers = await together(ask);
    expect(answers.map((one) => one?.n)).toEqual(numbers);
    expect(backendsOf(answers).size).toBeLessThanOrEqual(3);
  }
});

it("holds each read to the company that asked", async () => {
  const ids = [company.companyId, other.companyId];
  const asked = await Promise.all(numbers.map((n) => inCompany(ids[n % 2] ?? "", () => ask(n))));
  expect(asked.map((one) => one?.company)).toEqual(numbers.map((n) => ids[n % 2]));
});

it("fails one read alone, the first on its connection or a later one", async () => {
  const divide = (n: number) => row<{ n: number }>(quick(sql`select 100 / ${n % 5}::int as "n"`));
  for (let round = 0; round < 3; round += 1) {
    const settled = await together((n) =>
      divide(n + round)
        .then((one) => one?.n)
        .catch(String),
    );
    const expected = numbers.map((n) => {
      const by = (n + round) % 5;
      return by === 0 ? "error: division by zero" : Math.floor(100 / by);
    });
    expect(settled).toEqual(expected);
  }
});

it("reads within a transaction on its own connection", async () => {
  await inTransaction(company.companyId, async () => {
    const own = await row<{ pid: number }>(sql`select pg_backend_pid() as "pid"`);
    expect((await ask(1))?.pid).toBe(own?.pid);
  });
});

it("rejects all that a lost connection had under way, and goes on with another", async () => {
  const known = await together(ask);
  const slow = together((n) =>
    row(quick(sql`select pg_sleep(${n === 0 ? 5 : 0}), ${n}::int as "n"`))
      .then(() => "answered")
      .catch(String),
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const client = await systemPool().connect();
  try {
    await client.query("set role none");
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep($1)%' and state = 'active' and pid <> pg_backend_pid()",
    );
  } finally {
    client.release(true);
  }
  const told = await slow;
  expect(told[0]).toMatch(/terminat/);
  // Those behind it on its connection; the others were answered.
  expect(told.filter((one) => one !== "answered")).toHaveLength(16);
  expect((await together(ask)).map((one) => one?.n)).toEqual(known.map((one) => one?.n));
});
