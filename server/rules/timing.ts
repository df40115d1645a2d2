import { minute } from "#server/base/clock.ts";
import { readDate } from "#server/base/dates.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import type { RuleTrigger } from "./schema.ts";
import type { Subject } from "./subjects.sql.ts";

/** Since when, or before when, a rule by time counts; `anchor` names it: another one is another cause. */
export type Timing = { dueAt: Date; anchor: string };

const ofTeam: readonly string[] = ["user", "robot"];

function counted(from: Date | null | undefined, minutes: number, anchor?: string): Timing | undefined {
  if (!from) return undefined;
  return { dueAt: new Date(from.getTime() + minutes * minute), anchor: anchor ?? from.toISOString() };
}

/** A date in the conversation's fields or context; or of its contact, which counts in the latest conversation only. */
function dateIn(field: string, { status, latest, ...of }: Subject): Date | undefined {
  const own = status === "closed" ? undefined : (of.customFields[field] ?? of.conversationContext[field]);
  const known = own ?? (latest ? of.contactFields[field] : undefined);
  return typeof known === "string" ? readDate(known) : undefined;
}

/** When a rule by time is due in a conversation; undefined: it is not. */
export function timingOf(trigger: RuleTrigger, subject: Subject): Timing | undefined {
  const { type, minutes = 0, phaseId, field = "" } = trigger;
  if (subject.imported) return undefined;
  if (type === "date_field") return counted(dateIn(field, subject), minutes);
  if (subject.status === "closed") return undefined;
  switch (type) {
    case "no_human_answer":
      return counted(subject.waitingSince, minutes);
    case "no_customer_answer":
      // Once for each silence: what is written meanwhile begins no other.
      return ofTeam.includes(subject.lastMessageBy)
        ? counted(subject.lastMessageAt, minutes, `after ${subject.lastVisitorSeq}`)
        : undefined;
    case "in_phase":
      return phaseId === undefined || phaseId === subject.phaseId
        ? counted(subject.phaseChangedAt, minutes)
        : undefined;
    case "window_closing":
      return counted(windowEnd(subject), -minutes);
    default:
      return undefined;
  }
}
