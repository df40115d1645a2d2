import { minute } from "#server/base/clock.ts";
import { readDate } from "#server/base/dates.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import { zonedMoment } from "#server/reports/saved/zoned.ts";
import type { RuleTrigger } from "./schema.ts";
import type { Timed } from "./subjects.sql.ts";

/** Since when, or before when, rules by time count; `anchor` names it: another one is another cause. */
type Start = { from: Date; anchor: string };
export type Timing = { dueAt: Date; anchor: string };

const ofTeam: readonly string[] = ["user", "robot"];

const since = (from: Date | null | undefined, anchor?: string): Start | undefined =>
  from ? { from, anchor: anchor ?? from.toISOString() } : undefined;

/** A day without a time; clocks of long ago are not known. */
const plainDay = /^(19|[2-9]\d)\d{2}-\d{2}-\d{2}$/;

/**
 * A date in the conversation's fields or context; or of its contact, which counts in the latest conversation only. A
 * plain day begins when it does in the company's zone, and names the same cause in any: none runs twice for it.
 */
function dateIn(field: string, { status, latest, ...of }: Timed, timeZone: string): Start | undefined {
  const own = status === "closed" ? undefined : (of.customFields[field] ?? of.conversationContext[field]);
  const known = own ?? (latest ? of.contactFields[field] : undefined);
  const text = typeof known === "string" ? known.trim() : "";
  const date = readDate(text);
  return since(date && plainDay.test(text) ? zonedMoment(timeZone, text, 0) : date, date?.toISOString());
}

/** Triggers of one clock count from the same moment. */
export const clockOf = ({ type, phaseId = "", field = "" }: RuleTrigger) => `${type} ${phaseId} ${field}`;

/** So many minutes after that moment; before it, where it is the end of something. */
export const minutesAfter = ({ type, minutes = 0 }: RuleTrigger) => (type === "window_closing" ? -minutes : minutes);

/** From when a rule by time counts in a conversation; undefined: it does not. */
export function startOf(
  { type, phaseId, field = "" }: RuleTrigger,
  subject: Timed,
  timeZone: string,
): Start | undefined {
  if (subject.imported) return undefined;
  if (type === "date_field") return dateIn(field, subject, timeZone);
  if (subject.status === "closed") return undefined;
  switch (type) {
    case "no_human_answer":
      return since(subject.waitingSince);
    case "no_customer_answer":
      // Once for each silence: what is written meanwhile begins no other.
      return ofTeam.includes(subject.lastMessageBy)
        ? since(subject.lastMessageAt, `after ${subject.lastVisitorSeq}`)
        : undefined;
    case "in_phase":
      return phaseId === undefined || phaseId === subject.phaseId ? since(subject.phaseChangedAt) : undefined;
    case "window_closing":
      return since(windowEnd(subject));
    default:
      return undefined;
  }
}

/** When a rule by time is due in a conversation; undefined: it is not. */
export function timingOf(trigger: RuleTrigger, subject: Timed, timeZone: string): Timing | undefined {
  const start = startOf(trigger, subject, timeZone);
  return start && { dueAt: new Date(start.from.getTime() + minutesAfter(trigger) * minute), anchor: start.anchor };
}
