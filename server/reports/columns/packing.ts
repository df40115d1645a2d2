import { type Counted, type Metric, metrics } from "../choices.ts";

/**
 * What was counted of one metric in one division, in columns: there may be a million places, each of a period. `key` null
 * is that of none, of tags the empty one is everything.
 */
export type Column = {
  metric: Counted;
  key: string | null;
  /** Beginning of the period, in milliseconds. */
  at: Float64Array;
  counts: Int32Array;
  sums: Float64Array;
  /** How many of the values are of each place. */
  sizes: Int32Array;
  /** Each value of a time, in whole seconds; empty of anything else. */
  values: Int32Array;
};
/** How many stood open at the end of a period. */
export type Standing = { key: string | null; at: number; count: number };
export type HourCount = { metric: Metric; weekday: number; hour: number; count: number };
/** `open`: what stood open at the end of each period, and at the end of all. */
export type Sums = {
  periods: Date[];
  columns: Column[];
  hours: HourCount[];
  open: { each: Standing[]; last: Standing[] };
};

/** Sums as the database sends them: for each metric and division, one after the other in each column. */
export type Packed = {
  part: "periods" | "cells" | "rows" | "hours";
  metric: Counted;
  key: string | null;
  at: Buffer | null;
  sums: Buffer | null;
  counts: Buffer | null;
  sizes: Buffer | null;
  values: Buffer | null;
};

/** The database sends the highest byte first; a copy of their own lies where numbers may lie. */
function doublesOf(packed: Buffer | null): Float64Array {
  const own = new Uint8Array(packed ?? []);
  Buffer.from(own.buffer).swap64();
  return new Float64Array(own.buffer);
}

function wordsOf(packed: Buffer | null): Int32Array {
  const own = new Uint8Array(packed ?? []);
  Buffer.from(own.buffer).swap32();
  return new Int32Array(own.buffer);
}

function inMs(seconds: Float64Array): Float64Array {
  for (let place = 0; place < seconds.length; place += 1) seconds[place] = (seconds[place] ?? 0) * 1000;
  return seconds;
}

const columnIn = ({ metric, key, at, sums, counts, sizes, values }: Packed): Column => ({
  ...{ metric, key, at: inMs(doublesOf(at)), sums: doublesOf(sums) },
  ...{ counts: wordsOf(counts), sizes: wordsOf(sizes), values: wordsOf(values) },
});

/** Rows of days that are divided by the hour: `sizes` says how many hours each has; a time has a value of each fact. */
function hourColumnIn({ metric, key, at, sums, counts, sizes, values }: Packed): Column {
  const [words, each] = [wordsOf(counts), wordsOf(values)];
  const hours = wordsOf(sizes);
  const begins = new Float64Array(words.length);
  let place = 0;
  for (const [row, begin] of doublesOf(at).entries())
    for (let left = hours[row] ?? 0; left > 0; left -= 1) {
      begins[place] = (begin + ((words[place] ?? 0) >> 24) * 3600) * 1000;
      place += 1;
    }
  const many = words.map((word) => word & 0xffffff);
  return {
    ...{ metric, key, at: begins, counts: many, sums: doublesOf(sums) },
    ...{ sizes: each.length > 0 ? many : new Int32Array(many.length), values: each },
  };
}

/** How many came in each hour of the week: the hour stands above 24 bits of a number. */
function hoursIn(found: readonly Packed[]): HourCount[] {
  const week = new Map<string, { metric: Metric; weekday: number; counts: number[] }>();
  for (const { metric: name, key, values } of found) {
    const metric = metrics.find((one): one is Metric => one === name);
    if (!metric) continue;
    const day = week.get(`${name} ${key}`) ?? { metric, weekday: Number(key), counts: Array(24).fill(0) };
    week.set(`${name} ${key}`, day);
    for (const word of wordsOf(values)) day.counts[word >> 24] = (day.counts[word >> 24] ?? 0) + (word & 0xffffff);
  }
  return [...week.values()].flatMap(({ metric, weekday, counts }) =>
    counts.flatMap((count, hour) => (count > 0 ? [{ metric, weekday, hour, count }] : [])),
  );
}

const isOfHands = ({ metric }: Column) => metric === "open" || metric === "taken" || metric === "released";

/** What stood open: what does now, without what has come since, and with what has gone. After all periods lies what is later. */
function openAt(periods: readonly Date[], columns: readonly Column[]): Sums["open"] {
  const ends = periods.map((at) => at.getTime()).sort((a, b) => b - a);
  const each = [...Map.groupBy(columns, ({ key }) => key)].flatMap(([key, own]) => {
    const change = new Map<number, number>();
    let count = 0;
    for (const { metric, at, counts } of own)
      for (const [place, many] of counts.entries()) {
        const time = at[place] ?? 0;
        if (metric === "open") count += many;
        else change.set(time, (change.get(time) ?? 0) + (metric === "released" ? -many : many));
      }
    count -= change.get(Number.POSITIVE_INFINITY) ?? 0;
    return ends.map((at): Standing => {
      const stood = count;
      count -= change.get(at) ?? 0;
      return { key, at, count: stood };
    });
  });
  const standing = each.filter(({ count }) => count > 0);
  return { each: standing, last: standing.filter(({ at }) => at === ends[0]) };
}

export function unpacked(found: readonly Packed[]): Sums {
  const of = (part: Packed["part"]) => found.filter((one) => one.part === part);
  const periods = of("periods").flatMap(({ at }) => Array.from(doublesOf(at), (begin) => new Date(begin * 1000)));
  const columns = [...of("cells").map(columnIn), ...of("rows").map(hourColumnIn)];
  return {
    periods,
    columns: columns.filter((column) => !isOfHands(column)),
    open: openAt(periods, columns.filter(isOfHands)),
    hours: hoursIn(of("hours")),
  };
}
