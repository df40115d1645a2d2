import { prisma } from "#server/db/prisma.ts";
import type { ConversationChange } from "../change.ts";
import type { ConversationRow, StoredParticipant } from "../row.ts";

/**
 * Since when the visitor waits (W4): the first message of theirs that no human has answered since. An answer of the bot
 * counts, because the gate lets it speak only while it is on; what it hands over waits again.
 */
export function followWaiting(change: ConversationChange, by: "user" | "robot" | "visitor"): void {
  const before = change.row.waitingSince;
  const after = by === "visitor" ? (before ?? change.now) : null;
  if (before?.getTime() !== after?.getTime()) change.set({ waitingSince: after });
}

const lastOf = (all: readonly StoredParticipant[], types: readonly StoredParticipant["type"][]) =>
  all
    .filter(({ type }) => types.includes(type))
    .map(({ lastMessageAt }) => lastMessageAt ?? "")
    .sort()
    .at(-1) ?? "";

/** No person of the team has answered since the visitor wrote last: a bot may have, the company's own program too. */
export function isUnanswered({ participants }: Pick<ConversationRow, "participants">): boolean {
  return lastOf(participants, ["visitor"]) > lastOf(participants, ["user"]);
}

/** The bot gives the visitor to a person: what it said on the way was no answer. */
export function waitForPerson(change: ConversationChange): void {
  const { before } = change;
  const asked = lastOf(before.participants, ["visitor"]);
  const unanswered = asked > lastOf(before.participants, ["user", "externalOperator"]);
  const since = before.waitingSince ?? (unanswered ? new Date(asked) : null);
  change.set({ waitingSince: since });
}

/** In how many conversations of theirs a visitor waits for this person. */
export function countWaitingFor(companyId: string, userId: string): Promise<number> {
  return prisma.conversation.count({
    where: { companyId, assignedTo: userId, waitingSince: { not: null }, status: { not: "closed" } },
  });
}
