import { isDeepStrictEqual } from "node:util";
import type { ConversationRow } from "../row.ts";

/** What makes clocks run, stand still or stop. */
export type Standing = {
  open: boolean;
  /** The visitor waits for a person, whom no bot keeps from them. */
  waits: boolean;
  /** Put off. */
  snoozed: boolean;
  /** It is the visitor's turn. */
  quiet: boolean;
  /** A person has answered, ever. */
  answered: boolean;
};

/** Whether a bot takes part and is on: it keeps the visitor from people while it still serves the channel. */
export const isWithBot = ({ chatbotState, participants }: ConversationRow): boolean =>
  chatbotState === "ON" && participants.some(({ type }) => type === "robot");

/** `served`: a bot answers here; unless it is given, whether one would if it still served the channel. */
export function standingOf(row: ConversationRow, served = isWithBot(row)): Standing {
  const open = row.status !== "closed";
  return {
    open,
    waits: open && row.waitingSince !== null && !served,
    snoozed: row.snoozedUntil !== null,
    quiet: row.waitingSince === null,
    answered: row.firstHumanMessageAt !== null,
  };
}

function sameStanding(a: Standing, b: Standing): boolean {
  return (
    a.open === b.open &&
    a.waits === b.waits &&
    a.snoozed === b.snoozed &&
    a.quiet === b.quiet &&
    a.answered === b.answered
  );
}

/** Whether a service level applies, and something has happened that its clocks go by. */
export function movesClocks(before: ConversationRow, after: ConversationRow): boolean {
  return before.slaPolicyId !== null && !sameStanding(standingOf(before), standingOf(after));
}

const judged = [
  ...(["tags", "teamId", "priority", "phaseId", "assignedTo", "utmSource", "utmMedium"] as const),
  ...(["visitorName", "visitorEmail", "visitorPhone", "contactId", "contactLink"] as const),
] as const;
const judgedDeeply = ["customFields", "conversationContext"] as const;

/** Whether another service level may apply: something that conditions read is other, or it was opened again. */
export function mayMatchAnew(before: ConversationRow, after: ConversationRow): boolean {
  if (after.status === "closed") return false;
  if (before.status === "closed") return true;
  if (judgedDeeply.some((column) => !isDeepStrictEqual(before[column], after[column]))) return true;
  return judged.some((column) => String(before[column]) !== String(after[column]));
}
