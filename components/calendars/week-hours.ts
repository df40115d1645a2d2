import { spansOf, type WeekDay, weekDays } from "#server/calendars/choices.ts";
import type { CalendarHours } from "#server/calendars/schema.ts";

/** A span as it is typed: `HH:MM` both; an end of 00:00 is midnight. */
export type Span = { from: string; to: string };
export type Week = Readonly<Record<WeekDay, readonly Span[]>>;
export type SpanFault = "empty" | "order" | "overlap";

const officeDay: readonly Span[] = [{ from: "09:00", to: "18:00" }];

function clock(minutes: number): string {
  const hours = Math.floor(minutes / 60) % 24;
  return `${String(hours).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

function minutesOf(text: string): number {
  const [hours = "0", minutes = "0"] = text.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** From and to in minutes of the day. */
export function boundsOf({ from, to }: Span): [number, number] {
  return [minutesOf(from), minutesOf(to) || 1440];
}

function weekBy(spans: (day: WeekDay) => readonly Span[]): Week {
  const [MON, TUE, WED, THU, FRI, SAT, SUN] = weekDays;
  return {
    MON: spans(MON),
    TUE: spans(TUE),
    WED: spans(WED),
    THU: spans(THU),
    FRI: spans(FRI),
    SAT: spans(SAT),
    SUN: spans(SUN),
  };
}

/** What a week begins with when hours are set for the first time. */
export const officeWeek: Week = weekBy((day) => (day === "SAT" || day === "SUN" ? [] : officeDay));

export function weekOf(hours: CalendarHours): Week {
  return weekBy((day) =>
    hours
      .filter(({ days }) => days.includes(day))
      .flatMap(({ range }) => spansOf(range))
      .sort(([a], [b]) => a - b)
      .map(([from, to]) => ({ from: clock(from), to: clock(to) })),
  );
}

function rangeOf(spans: readonly Span[]): string {
  if (spans.length === 0) return "-";
  const parts = spans.map((span) => {
    const [from, to] = boundsOf(span);
    return from === 0 && to === 1440 ? "*" : `${clock(from)}-${to === 1440 ? "24:00" : clock(to)}`;
  });
  return parts.includes("*") ? "*" : parts.join(",");
}

/** The week as it is stored: days with the same hours stand together. A week without an open day stays closed. */
export function hoursOf(week: Week): CalendarHours {
  const groups = new Map<string, WeekDay[]>();
  for (const day of weekDays) {
    const range = rangeOf(week[day]);
    const days = groups.get(range);
    if (days) days.push(day);
    else groups.set(range, [day]);
  }
  return [...groups].map(([range, days]) => ({ range, days }));
}

/** What is wrong with the hours of a day; undefined when nothing is. */
export function faultOf(spans: readonly Span[]): SpanFault | undefined {
  if (spans.some(({ from, to }) => from === "" || to === "")) return "empty";
  const bounds = spans.map(boundsOf).sort(([a], [b]) => a - b);
  if (bounds.some(([from, to]) => from >= to)) return "order";
  if (bounds.some(([from], at) => from < (bounds[at - 1]?.[1] ?? 0))) return "overlap";
  return undefined;
}

/** One more span, after the last where there is room. */
export function withSpan(spans: readonly Span[]): readonly Span[] {
  const last = spans.at(-1);
  if (!last) return officeDay;
  const end = boundsOf(last)[1];
  const from = Math.min(Number.isFinite(end) ? end + 60 : 540, 1380);
  return [...spans, { from: clock(from), to: clock(Math.min(from + 120, 1440)) }];
}
