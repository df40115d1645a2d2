import { type Counted, type Metric, metrics } from "./choices.ts";

/** What was counted in one period of one division: `key` null is that of none, of tags the empty one is everything. */
export type Cell = {
  metric: Counted;
  /** Beginning of the period, in milliseconds. */
  at: number;
  key: string | null;
  count: number;
  sum: number;
  /** Each value of a time, in whole seconds; empty of anything else. */
  values: Int32Array;
};
export type HourCount = { metric: Metric; weekday: number; hour: number; count: number };
/** `open`: what stood open at the end of each period, and at the end of all. */
export type Sums = { periods: Date[]; cells: Cell[]; hours: HourCount[]; open: { each: Cell[]; last: Cell[] } };

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

const none = new Int32Array();

function cellsIn({ metric, key, at, sums, counts, sizes, values }: Packed): Cell[] {
  const [begins, all, each] = [doublesOf(at), doublesOf(sums), wordsOf(values)];
  const [many, long] = [wordsOf(counts), wordsOf(sizes)];
  let place = 0;
  return Array.from(begins, (begin, index) => {
    const from = place;
    place += long[index] ?? 0;
    const own = place > from ? each.subarray(from, place) : none;
    return { metric, key, at: begin * 1000, sum: all[index] ?? 0, count: many[index] ?? 0, values: own };
  });
}

/** Rows of days that are divided by the hour: `sizes` says how many hours each has; a time has a value of each fact. */
function hourCellsIn({ metric, key, at, sums, counts, sizes, values }: Packed): Cell[] {
  const [days, all, each] = [doublesOf(at), doublesOf(sums), wordsOf(values)];
  const [words, hours] = [wordsOf(counts), wordsOf(sizes)];
  const found: Cell[] = [];
  let place = 0;
  for (const [row, begin] of days.entries())
    for (let left = hours[row] ?? 0; left > 0; left -= 1) {
      const word = words[found.length] ?? 0;
      const count = word & 0xffffff;
      const own = each.length > 0 ? each.subarray(place, place + count) : none;
      place += own.length;
      found.push({
        metric,
        key,
        at: (begin + (word >> 24) * 3600) * 1000,
        sum: all[found.length] ?? 0,
        count,
        values: own,
      });
    }
  return found;
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

const isOfHands = ({ metric }: Cell) => metric === "open" || metric === "taken" || metric === "released";
const net = ({ metric, count }: Cell) => (metric === "released" ? -count : count);

/** What stood open: what does now, without what has come since, and with what has gone. After all periods lies what is later. */
function openAt(periods: readonly Date[], cells: readonly Cell[]): Sums["open"] {
  const ends = periods.map((at) => at.getTime()).sort((a, b) => b - a);
  const each = [...Map.groupBy(cells, ({ key }) => key)].flatMap(([key, own]) => {
    const change = new Map<number, number>();
    for (const cell of own.filter(({ metric }) => metric !== "open"))
      change.set(cell.at, (change.get(cell.at) ?? 0) + net(cell));
    let count = own.reduce((sum, cell) => sum + (cell.metric === "open" ? cell.count : 0), 0);
    count -= change.get(Number.POSITIVE_INFINITY) ?? 0;
    return ends.map((at): Cell => {
      const stood = count;
      count -= change.get(at) ?? 0;
      return { metric: "open", key, at, sum: 0, count: stood, values: none };
    });
  });
  const standing = each.filter(({ count }) => count > 0);
  return { each: standing, last: standing.filter(({ at }) => at === ends[0]) };
}

export function unpacked(found: readonly Packed[]): Sums {
  const of = (part: Packed["part"]) => found.filter((one) => one.part === part);
  const periods = of("periods").flatMap(({ at }) => Array.from(doublesOf(at), (begin) => new Date(begin * 1000)));
  const cells = [...of("cells").flatMap(cellsIn), ...of("rows").flatMap(hourCellsIn)];
  return {
    periods,
    cells: cells.filter((cell) => !isOfHands(cell)),
    open: openAt(periods, cells.filter(isOfHands)),
    hours: hoursIn(of("hours")),
  };
}
