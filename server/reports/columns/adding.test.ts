import fc from "fast-check";
import { expect, it } from "vitest";
import { added, addedByPeriod } from "./adding.ts";
import { unpacked } from "./packing.ts";

const words = (of: readonly number[]) => {
  const buffer = Buffer.alloc(of.length * 4);
  for (const [place, one] of of.entries()) buffer.writeInt32BE(one, place * 4);
  return buffer;
};
const doubles = (of: readonly number[]) => {
  const buffer = Buffer.alloc(of.length * 8);
  for (const [place, one] of of.entries()) buffer.writeDoubleBE(one, place * 8);
  return buffer;
};

/** A row of sums: the second in which its period begins, and the value of each fact; some metrics keep none. */
const row = fc.record({
  metric: fc.constantFrom("resolution" as const, "waiting" as const, "created" as const),
  key: fc.constantFrom("ana", "ben", null),
  at: fc.integer({ min: 0, max: 4 }),
  values: fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 4 }),
});
type Row = { metric: "resolution" | "waiting" | "created"; key: string | null; at: number; values: number[] };

const kept = (rows: readonly Row[]) => rows.flatMap(({ metric, values }) => (metric === "created" ? [] : values));

/** As the database sends rows: those of a metric and a division one after the other. */
function sent(rows: readonly Row[]) {
  return [...Map.groupBy(rows, ({ metric, key }) => `${metric} ${key}`).values()].map((own) => ({
    ...{ part: "cells" as const, metric: own[0]?.metric ?? "created", key: own[0]?.key ?? null },
    at: doubles(own.map(({ at }) => at)),
    sums: doubles(own.map(({ values }) => values.reduce((sum, one) => sum + one, 0))),
    counts: words(own.map(({ values }) => values.length)),
    sizes: words(own.map((one) => kept([one]).length)),
    values: words(kept(own)),
  }));
}

const plain = (rows: readonly Row[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ metric }) => metric)].map(([metric, own]) => {
      const values = own.flatMap((one) => one.values);
      const sum = values.reduce((all, one) => all + one, 0);
      return [metric, { count: values.length, sum, values: kept(own).sort((a, b) => a - b) }];
    }),
  );
const shown = (amounts: ReturnType<typeof added>) =>
  Object.fromEntries(
    [...amounts].map(([metric, { count, sum, values }]) => {
      const all = values.flatMap((piece) => [...piece]).sort((a, b) => a - b);
      return [metric, { count, sum, values: all }];
    }),
  );

it("columns add up to what their rows are, in all and by period [R1]", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const { columns } = unpacked(sent(rows));
      expect(shown(added(columns))).toEqual(plain(rows));
      const periods = [...addedByPeriod(columns)].map(([at, amounts]) => [at, shown(amounts)] as const);
      const expected = [...Map.groupBy(rows, ({ at }) => at * 1000)].map(([at, own]) => [at, plain(own)] as const);
      expect(Object.fromEntries(periods)).toEqual(Object.fromEntries(expected));
    }),
  );
});
