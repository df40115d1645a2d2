import type { DateOrder } from "../choices.ts";

/** A line that begins a message: when, and what stands behind it. */
export type Begun = { date: [string, string, string]; hour: number; minute: number; second: number; rest: string };

/** Marks that the apps put around names and dates, and their narrow spaces. */
const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const spaces = /[\u00a0\u2007\u202f]/g;

const date = String.raw`(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})`;
const time = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s?([ap]\.?\s?m\.?)?`;
/** iPhones put it into brackets, Android puts a dash behind it. */
const phone = new RegExp(String.raw`^\[${date},?\s+${time}\]\s?(.*)$`, "isu");
const android = new RegExp(String.raw`^${date},?\s+${time}\s[-–]\s(.*)$`, "isu");

function begunBy(line: string): Begun | undefined {
  const plain = line.replace(marks, "").replace(spaces, " ");
  const match = phone.exec(plain) ?? android.exec(plain);
  if (!match) return undefined;
  const [, first = "", second = "", third = "", hours = "", minutes = "", seconds = "0", half = "", rest = ""] = match;
  const twelve = Number(hours) % 12;
  const hour = half === "" ? Number(hours) : /^p/i.test(half) ? twelve + 12 : twelve;
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return { date: [first, second, third], hour, minute: Number(minutes), second: Number(seconds), rest };
}

/** The lines of a chat, those without a date being part of the one before. */
export function begunLines(text: string): { begun: Begun[]; stray: number } {
  const begun: Begun[] = [];
  let stray = 0;
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const next = begunBy(line);
    const last = begun.at(-1);
    if (next) begun.push(next);
    else if (last) last.rest += `\n${line.replace(marks, "")}`;
    else if (line.trim() !== "") stray += 1;
  }
  return { begun, stray };
}

type Order = Exclude<DateOrder, "auto">;
const places: Record<Order, [number, number, number]> = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] };

/** Year, month and day; undefined: there is no such day. */
function dayOf({ date: parts }: Begun, order: Order): [number, number, number] | undefined {
  const [y, m, d] = places[order].map((place) => Number(parts[place])) as [number, number, number];
  const year = y < 100 ? 2000 + y : y;
  const made = new Date(Date.UTC(year, m - 1, d));
  const is = made.getUTCFullYear() === year && made.getUTCMonth() === m - 1 && made.getUTCDate() === d;
  return is && year >= 2009 && year < 2100 ? [year, m, d] : undefined;
}

const stampOf = (line: Begun, [year, month, day]: [number, number, number]) =>
  Date.UTC(year, month - 1, day, line.hour, line.minute, line.second);

/** The order in which all days exist and time goes forwards; where several do, the one that most of the world writes. */
export function orderOf(begun: readonly Begun[]): Order {
  const judged = (["dmy", "mdy", "ymd"] as const).map((order) => {
    let [wrong, back, before] = [0, 0, 0];
    for (const line of begun) {
      const day = dayOf(line, order);
      if (!day) {
        wrong += 1;
        continue;
      }
      const at = stampOf(line, day);
      if (at < before) back += 1;
      before = at;
    }
    return { order, weight: wrong * 1000 + back };
  });
  return judged.reduce((best, one) => (one.weight < best.weight ? one : best)).order;
}

/** How far a time zone is ahead of UTC at a moment, in milliseconds. */
function aheadAt(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour % 24, minute, second) - at;
}

/** Says when a line was written, of a phone in this time zone; undefined: its date does not exist. */
export function clockOf(order: Order, timeZone: string): (line: Begun) => Date | undefined {
  const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", second: "numeric", ...numeric });
  return (line) => {
    const day = dayOf(line, order);
    if (!day) return undefined;
    const local = stampOf(line, day);
    const guess = local - aheadAt(format, local);
    return new Date(local - aheadAt(format, guess));
  };
}
