import fc from "fast-check";
import { expect, it } from "vitest";
import { rowsInView } from "./row-window.ts";

const heights = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 60 });
const view = fc.record({ top: fc.integer({ min: 0, max: 4000 }), height: fc.integer({ min: 0, max: 900 }) });

function rowsOf(heights: readonly number[]) {
  const starts = [0];
  for (const height of heights) starts.push((starts.at(-1) ?? 0) + height);
  return { count: heights.length, startOf: (index: number) => starts[index] ?? 0 };
}

it("draws every row that is in view, in one piece, and no more than asked for beyond it", () => {
  fc.assert(
    fc.property(heights, view, fc.integer({ min: 0, max: 8 }), (all, { top, height }, beyond) => {
      const rows = rowsOf(all);
      const seen = all
        .map((_, index) => index)
        .filter((index) => rows.startOf(index + 1) > top && rows.startOf(index) < top + height);
      const [from, to] = rowsInView(rows, { top, height }, beyond);
      for (const index of seen) expect(index >= from && index < to).toBe(true);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(all.length);
      const [first, last] = [seen[0], seen.at(-1)];
      if (first === undefined || last === undefined) return;
      expect([from, to]).toEqual([Math.max(0, first - beyond), Math.min(all.length, last + 1 + beyond)]);
    }),
  );
});

it("draws the beginning of a list before its window is known, and nothing of an empty one", () => {
  const rows = { count: 1000, startOf: (index: number) => index * 64 };
  expect(rowsInView(rows, { top: 0, height: 800 }, 7)).toEqual([0, 20]);
  expect(rowsInView({ ...rows, count: 0 }, { top: 0, height: 800 }, 7)).toEqual([0, 0]);
});

it("draws the end where a list has become shorter than where its reader was", () => {
  const rows = { count: 10, startOf: (index: number) => index * 64 };
  expect(rowsInView(rows, { top: 5000, height: 640 }, 2)).toEqual([8, 10]);
});
