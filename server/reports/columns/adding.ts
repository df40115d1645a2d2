import type { Counted } from "../choices.ts";
import type { Column, Standing } from "./packing.ts";

// Columns are gone through as they are: an object for each of their places would hold up everybody else for seconds.

/** What was counted of one thing: how many, their sum, and each value of a time, in pieces. */
export type Amount = { count: number; sum: number; values: Int32Array[] };
export type Amounts = ReadonlyMap<Counted, Amount>;

/** All of these columns, by metric. */
export function added(columns: readonly Column[]): Map<Counted, Amount> {
  const all = new Map<Counted, Amount>();
  for (const { metric, counts, sums, values } of columns) {
    const amount = all.get(metric) ?? { count: 0, sum: 0, values: [] };
    all.set(metric, amount);
    let { count, sum } = amount;
    for (let place = 0; place < counts.length; place += 1) {
      count += counts[place] ?? 0;
      sum += sums[place] ?? 0;
    }
    Object.assign(amount, { count, sum });
    if (values.length > 0) amount.values.push(values);
  }
  return all;
}

type Slot = { count: number; sum: number; size: number; values: Int32Array };

/** One metric by the beginnings of its periods. */
function slotsOf(columns: readonly Column[]): Map<number, Slot> {
  const slots = new Map<number, Slot>();
  for (const { at, counts, sums, sizes } of columns)
    for (let place = 0; place < at.length; place += 1) {
      const time = at[place] ?? 0;
      const known = slots.get(time);
      const slot = known ?? { count: 0, sum: 0, size: 0, values: new Int32Array() };
      if (!known) slots.set(time, slot);
      slot.count += counts[place] ?? 0;
      slot.sum += sums[place] ?? 0;
      slot.size += sizes[place] ?? 0;
    }
  return slots;
}

/** Lays each value to those of its period. */
function divide(columns: readonly Column[], slots: ReadonlyMap<number, Slot>): void {
  for (const slot of slots.values()) {
    slot.values = new Int32Array(slot.size);
    slot.size = 0;
  }
  for (const { at, sizes, values } of columns) {
    let from = 0;
    for (let place = 0; from < values.length && place < at.length; place += 1) {
      const slot = slots.get(at[place] ?? 0);
      for (let left = sizes[place] ?? 0; slot && left > 0; left -= 1) {
        slot.values[slot.size] = values[from] ?? 0;
        slot.size += 1;
        from += 1;
      }
    }
  }
}

/** The same by the beginning of each period, in milliseconds. */
export function addedByPeriod(columns: readonly Column[]): Map<number, Map<Counted, Amount>> {
  const periods = new Map<number, Map<Counted, Amount>>();
  for (const [metric, own] of Map.groupBy(columns, (column) => column.metric)) {
    const slots = slotsOf(own);
    divide(own, slots);
    for (const [at, { count, sum, values }] of slots) {
      const amounts = periods.get(at) ?? new Map<Counted, Amount>();
      periods.set(at, amounts.set(metric, { count, sum, values: [values] }));
    }
  }
  return periods;
}

/** With what stood open. */
export function withOpen(amounts: Amounts, open: readonly Standing[]): Amounts {
  const count = open.reduce((all, one) => all + one.count, 0);
  return new Map(amounts).set("open", { count, sum: 0, values: [] });
}
