import { day, hour } from "#server/base/clock.ts";
import { invalidField, notFound } from "#server/base/errors.ts";
import { type Interval, longest, type ReportName, reportNames } from "./choices.ts";

/** The report of this name. */
export function knownReport(name: string): ReportName {
  const found = reportNames.find((one) => one === name);
  if (!found) throw notFound("report");
  return found;
}

/** The range that is asked for: 30 days to now unless told, and not more than the interval allows. */
export function rangeOf(asked: { from?: Date | undefined; to?: Date | undefined }, interval: Interval, now: Date) {
  const to = asked.to ?? now;
  const from = asked.from ?? new Date(to.getTime() - 30 * day);
  if (from.getTime() >= to.getTime()) throw invalidField("from", "from must be before to.", "invalid_range");
  const most = longest[interval];
  // A range of whole days is an hour longer where clocks are set back.
  if (to.getTime() - from.getTime() > most * day + hour)
    throw invalidField("from", `By ${interval}, a report covers at most ${most} days.`, "range_too_large");
  return { from, to };
}
