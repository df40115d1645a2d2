import fc from "fast-check";
import { expect, it } from "vitest";
import { steadyRows } from "./steady-order.ts";

const rows = (ids: string) => [...ids].map((id) => ({ id }));
const steady = (held: string | undefined, live: string) => {
  const result = steadyRows(held === undefined ? undefined : [...held], rows(live));
  return [result.rows.map((row) => row.id).join(""), result.fresh];
};

it("is the live list while nothing is held", () => {
  expect(steady(undefined, "bca")).toEqual(["bca", 0]);
});

it("keeps rows in place when others come or rise above them, and counts those", () => {
  expect(steady("abcd", "xabcd")).toEqual(["abcd", 1]);
  expect(steady("abcd", "dabc")).toEqual(["abcd", 1]);
  expect(steady("abcd", "xdcab")).toEqual(["abcd", 3]);
});

it("lets rows leave, and rows loaded at the end join", () => {
  expect(steady("abcd", "acd")).toEqual(["acd", 0]);
  expect(steady("abcd", "abcdef")).toEqual(["abcdef", 0]);
  expect(steady("ab", "xab" + "cd")).toEqual(["abcd", 1]);
});

it("never shows a row twice nor swaps two rows that it showed before", () => {
  const ids = [..."abcdefghijkl"];
  fc.assert(
    fc.property(fc.subarray(ids), fc.shuffledSubarray(ids), (held, live) => {
      const shown = steadyRows(
        held,
        live.map((id) => ({ id })),
      ).rows.map((row) => row.id);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.filter((id) => held.includes(id))).toEqual(held.filter((id) => live.includes(id)));
    }),
  );
});
