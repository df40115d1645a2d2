import { expect, it } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { systemPool } from "../system.ts";
import { listsOf, unnested } from "./lists.ts";

await openCompany("Acme", allFurniture);

const types = { text: "text", count: "int", is: "boolean", at: "timestamptz" };
const text = `select * from ${unnested("r", types, 2)} where $1`;
const at = new Date("2026-03-04T05:06:07.089Z");

it("gives PostgreSQL rows as they are, whatever their text", async () => {
  const texts = [
    "",
    "NULL",
    "null",
    '{"a":"b\\\\c"}',
    "a, b",
    " edge ",
    "{}",
    'a"b',
    "back\\slash",
    "line\nline",
    "ñ 😀",
  ];
  const rows = texts.map((one, count) => ({ text: one, count, is: count % 2 === 0, at }));
  const { rows: came } = await systemPool().query(text, [true, ...listsOf(types, rows)]);
  expect(came).toEqual(rows);
});

it("tells null by null and by what is left out, and no row by empty lists", async () => {
  const { rows } = await systemPool().query(text, [true, ...listsOf(types, [{ text: null, count: 1 }])]);
  expect(rows).toEqual([{ text: null, count: 1, is: null, at: null }]);
  expect((await systemPool().query(text, [true, ...listsOf(types, [])])).rows).toEqual([]);
});
