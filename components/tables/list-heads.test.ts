import fc from "fast-check";
import { expect, it } from "vitest";
import { type ListHead, partAt, placeOf, rowsAbove, underHeads } from "./list-heads.ts";

const height = { row: 64, head: 28 };

/** The list written out: what stands at each place. */
function written(starts: readonly number[], rows: number) {
  const heads: ListHead[] = starts.map((at) => ({ key: `g${at}`, label: `From ${at}`, at }));
  const parts = Array.from({ length: rows }, (_, row) => {
    const head = heads.find(({ at }) => at === row);
    return [...(head ? [{ head }] : []), { row }];
  }).flat();
  return { heads, parts };
}

const lists = fc
  .integer({ min: 1, max: 60 })
  .chain((rows) => fc.tuple(fc.subarray(Array.from({ length: rows }, (_, at) => at)), fc.constant(rows)));

it("puts each head before its first row, and finds each row again", () => {
  fc.assert(
    fc.property(lists, ([starts, rows]) => {
      const { heads, parts } = written(starts, rows);
      expect(parts.map((_, place) => partAt(heads, place))).toEqual(parts);
      for (let row = 0; row < rows; row += 1) expect(parts[placeOf(heads, row)]).toEqual({ row });
    }),
  );
});

it("counts the rows that end above an offset, as they lie", () => {
  fc.assert(
    fc.property(lists, fc.nat(6000), ([starts, rows], offset) => {
      const { heads, parts } = written(starts, rows);
      let end = 0;
      let above = 0;
      for (const part of parts) {
        end += "head" in part ? height.head : height.row;
        if ("row" in part && end <= offset) above += 1;
      }
      expect(Math.min(rowsAbove(heads, offset, height), rows)).toBe(above);
    }),
  );
});

it("gathers the rows in view under their heads, also where the head itself is out of view", () => {
  const { heads } = written([0, 2], 5);
  const groups = underHeads(
    heads,
    [2, 3, 4, 5].map((index) => ({ index })),
  );
  expect(groups.map(({ head, parts }) => [head?.label, parts.map(({ part }) => part)])).toEqual([
    ["From 0", [{ row: 1 }]],
    ["From 2", [{ head: heads[1] }, { row: 2 }, { row: 3 }]],
  ]);
  expect(underHeads([], [{ index: 0 }, { index: 1 }])).toHaveLength(1);
});
