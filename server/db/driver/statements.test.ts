import { expect, it } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { systemPool } from "../system.ts";

await openCompany("Acme", allFurniture);

const ask = { name: "statements_test", text: "select $1::int as a, $2::timestamptz as b, null::text as c" };
const at = new Date("2026-03-04T05:06:07.089Z");

it("answers a named statement alike the first time and later, rows and columns", async () => {
  const client = await systemPool().connect();
  try {
    const first = await client.query({ ...ask, values: [1, at] });
    const later = await client.query({ ...ask, values: [2, at] });
    expect(first.rows).toEqual([{ a: 1, b: at, c: null }]);
    expect(later.rows).toEqual([{ a: 2, b: at, c: null }]);
    expect(later.fields).toEqual(first.fields);
    expect([later.command, later.rowCount]).toEqual(["SELECT", 1]);
  } finally {
    client.release();
  }
});

it("goes on after a named statement that failed, and tells the failure each time", async () => {
  const client = await systemPool().connect();
  const divide = (by: number) =>
    client.query<{ a: number }>({ name: "statements_divide", text: "select 6 / $1::int as a", values: [by] });
  try {
    await expect(divide(0)).rejects.toThrow("division by zero");
    expect((await divide(2)).rows).toEqual([{ a: 3 }]);
    await expect(divide(0)).rejects.toThrow("division by zero");
    expect((await divide(3)).rows).toEqual([{ a: 2 }]);
  } finally {
    client.release();
  }
});

it("refuses a named statement whose columns have changed since, rather than mistake them", async () => {
  const client = await systemPool().connect();
  const read = () => client.query({ name: "statements_changed", text: "select * from changed" });
  try {
    await client.query("begin");
    await client.query("create temporary table changed (a int) on commit drop");
    expect((await read()).fields.map(({ name }) => name)).toEqual(["a"]);
    await client.query("alter table changed add column b int");
    await expect(read()).rejects.toThrow("cached plan must not change result type");
  } finally {
    await client.query("rollback");
    client.release(true);
  }
});

it("answers writes without columns, and statements with empty rows", async () => {
  const client = await systemPool().connect();
  try {
    for (let round = 0; round < 2; round += 1) {
      const none = await client.query({ name: "statements_none", text: "select from generate_series(1, 2)" });
      expect([none.rowCount, none.rows]).toEqual([2, [{}, {}]]);
      const write = await client.query({ name: "statements_write", text: "delete from api_requests where false" });
      expect([write.command, write.rowCount, write.rows]).toEqual(["DELETE", 0, []]);
    }
  } finally {
    client.release();
  }
});
