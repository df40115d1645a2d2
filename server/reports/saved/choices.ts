import { type Interval, longest } from "../choices.ts";

/** private: its owner's alone; company: of all who may read reports. */
export const savedScopes = ["private", "company"] as const;
export type SavedScope = (typeof savedScopes)[number];

/** Ranges that move on with time. Those of days end today, the others end where the day, week or month did. */
export const rollingRanges = [
  ...(["yesterday", "last_7_days", "last_30_days", "last_90_days", "last_365_days"] as const),
  ...(["this_week", "last_week", "this_month", "last_month"] as const),
] as const;
export type RollingRange = (typeof rollingRanges)[number];

/** Most of one person, and most of the company. */
export const maxSavedReports = 50;
/** Most people that one report is mailed to. */
export const maxRecipients = 20;

export const cadences = ["day", "week", "month"] as const;
export type Cadence = (typeof cadences)[number];

/** When it is mailed to whom, by the company's clock. */
export type Schedule = {
  every: Cadence;
  /** 1 Monday to 7 Sunday, of a week. */
  weekday: number;
  /** 1 to 31, of a month; in a shorter month its last day. */
  monthDay: number;
  hour: number;
  /** Ids of users. */
  recipients: string[];
};

/** What a schedule begins with: Mondays at eight. */
export const usualSchedule: Omit<Schedule, "recipients"> = { every: "week", weekday: 1, monthDay: 1, hour: 8 };

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const written = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const moved = (day: string, days: number) => written(at(day) + days * dayMs);

const lengths: Partial<Record<RollingRange, number>> = {
  last_7_days: 7,
  last_30_days: 30,
  last_90_days: 90,
  last_365_days: 365,
};

/** Whether a report divided so may cover the range, also in the longest month. */
export const fits = (range: RollingRange, interval: Interval): boolean => (lengths[range] ?? 31) <= longest[interval];

/** The days that a range stands for on a day, both included, as yyyy-mm-dd; weeks begin on Monday. */
export function daysOf(range: RollingRange, today: string): { first: string; last: string } {
  const length = lengths[range];
  if (length) return { first: moved(today, 1 - length), last: today };
  if (range === "yesterday") return { first: moved(today, -1), last: moved(today, -1) };
  const monday = moved(today, -((new Date(at(today)).getUTCDay() + 6) % 7));
  if (range === "this_week") return { first: monday, last: today };
  if (range === "last_week") return { first: moved(monday, -7), last: moved(monday, -1) };
  const month = `${today.slice(0, 8)}01`;
  if (range === "this_month") return { first: month, last: today };
  const end = moved(month, -1);
  return { first: `${end.slice(0, 8)}01`, last: end };
}

/** As many days before them. */
export function daysBefore({ first, last }: { first: string; last: string }): { first: string; last: string } {
  const length = Math.round((at(last) - at(first)) / dayMs) + 1;
  return { first: moved(first, -length), last: moved(first, -1) };
}
