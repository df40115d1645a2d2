import { withBrought } from "#server/chatbots/turn/reading.ts";
import { fitsCustomFields } from "#server/contacts/editing.ts";
import { putAssignee } from "#server/conversations/assigning.ts";
import { switchBot } from "#server/conversations/bot-state.ts";
import type { ConversationChange } from "#server/conversations/change.ts";
import { priorities } from "#server/conversations/choices.ts";
import type { ConversationRow, StoredParticipant } from "#server/conversations/row.ts";
import { isSystemTag } from "#server/conversations/tags/tagging.ts";
import { putTeam } from "#server/conversations/teams/giving.ts";
import { endSnooze } from "#server/conversations/triage/snooze.ts";
import type { Actor } from "#server/core/actor.ts";
import { receivingTeam } from "#server/teams/access.ts";
import { activePeople } from "#server/users/assignable.ts";

type Moment = Date | string | null;

const earliest = <T extends Moment>(...dates: T[]) =>
  dates.reduce((first, date) => (date && (!first || date < first) ? date : first));
const latest = <T extends Moment>(...dates: T[]) =>
  dates.reduce((last, date) => (date && (!last || date > last) ? date : last));

/** Who took part in both did so from their first message in either to their last. */
function together(winner: readonly StoredParticipant[], loser: readonly StoredParticipant[]): StoredParticipant[] {
  const same = (one: StoredParticipant) => (other: StoredParticipant) => other.id === one.id && other.type === one.type;
  const both = winner.map((one) => {
    const other = loser.find(same(one));
    if (!other) return one;
    const firstMessageAt = earliest(one.firstMessageAt, other.firstMessageAt);
    const lastMessageAt = latest(one.lastMessageAt, other.lastMessageAt);
    return { ...one, name: one.name || other.name, firstMessageAt, lastMessageAt };
  });
  return [...both, ...loser.filter((one) => !winner.some(same(one)))];
}

/** The person, or the program that stands for one, whose last message is the later one. */
function lastOperator(winner: ConversationRow, loser: ConversationRow): string | null {
  if (!winner.persistentLastOperator || !loser.persistentLastOperator)
    return winner.persistentLastOperator ?? loser.persistentLastOperator;
  const [ofWinner, ofLoser] = [winner, loser].map(({ participants, persistentLastOperator: id }) =>
    participants.reduce((last, one) => (one.id === id ? latest(last, one.lastMessageAt ?? "") : last), ""),
  );
  return (ofLoser ?? "") > (ofWinner ?? "") ? loser.persistentLastOperator : winner.persistentLastOperator;
}

/** Its own values stay; the other's come besides, where there is room for them. */
function bothFields(winner: ConversationRow, loser: ConversationRow): ConversationRow["customFields"] {
  const both = { ...loser.customFields, ...winner.customFields };
  return fitsCustomFields(both) ? both : winner.customFields;
}

const saysLead = (tag: string) => tag === "post_lead" || tag === "no_lead";

/** Whether it is known of the winner if it is a lead; else that of the loser holds, with the tag that says so (E6). */
const isDecided = ({ isLead, tags }: ConversationRow) => isLead !== null || tags.some(saysLead);

function systemTags(winner: ConversationRow, loser: ConversationRow): string[] {
  return loser.tags.filter((tag) => isSystemTag(tag) && !(saysLead(tag) && isDecided(winner)));
}

/** What the winner takes over: its own stays where both have something to say. */
export function joined(winner: ConversationRow, loser: ConversationRow, after: number): Partial<ConversationRow> {
  const tagNames = new Set(winner.operatorTags.map(({ tagName }) => tagName.toLowerCase()));
  const tags = loser.operatorTags.filter(({ tagName }) => !tagNames.has(tagName.toLowerCase()));
  const newer = (loser.lastMessageAt?.getTime() ?? 0) > (winner.lastMessageAt?.getTime() ?? 0) ? loser : winner;
  const { lastMessage, lastMessageKind, lastMessageBy, lastMessageAt } = newer;
  return {
    lastMessage,
    lastMessageKind,
    lastMessageBy,
    lastMessageAt,
    flowState: withBrought(winner, loser, after),
    lastSeq: after + loser.lastSeq,
    lastVisitorSeq: loser.lastVisitorSeq > 0 ? after + loser.lastVisitorSeq : winner.lastVisitorSeq,
    lastVisitorMessageAt: latest(winner.lastVisitorMessageAt, loser.lastVisitorMessageAt),
    firstHumanMessageAt: earliest(winner.firstHumanMessageAt, loser.firstHumanMessageAt),
    persistentLastOperator: lastOperator(winner, loser),
    waitingSince: earliest(winner.waitingSince, loser.waitingSince),
    botSpoke: winner.botSpoke || loser.botSpoke,
    isLead: isDecided(winner) ? winner.isLead : loser.isLead,
    amount: winner.amount ?? loser.amount,
    customFields: bothFields(winner, loser),
    operatorTags: [...winner.operatorTags, ...tags],
    tags: [...new Set([...winner.tags, ...tags.map(({ tagName }) => tagName), ...systemTags(winner, loser)])],
    participants: together(winner.participants, loser.participants),
  };
}

/** A closed one is held by nobody: an open one goes on as it is. */
function isPaused(winner: ConversationRow, loser: ConversationRow): boolean {
  return loser.chatbotState === "OFF" && (loser.status !== "closed" || winner.status === "closed");
}

/** Its visitor waits and nobody has put that off: as if they had written in the one that goes on. */
const waitsNow = ({ status, waitingSince, snoozedUntil }: ConversationRow) =>
  status !== "closed" && waitingSince !== null && snoozedUntil === null;

/** What others hear of when it changes: whose it is, how pressing it is, and that a person holds it and not the bot. */
export async function takeOver({ actor }: { actor: Actor }, into: ConversationChange, loser: ConversationRow) {
  const winner = into.before;
  if (winner.teamId === null && loser.teamId) putTeam(into, await receivingTeam(actor, loser.teamId, "loserId"));
  const [holder] = loser.assignedTo && !winner.assignedTo ? await activePeople(actor, [loser.assignedTo]) : [];
  if (holder) putAssignee(into, holder, actor.userId ?? actor.id);
  if (priorities.indexOf(loser.priority) > priorities.indexOf(winner.priority)) {
    into.set({ priority: loser.priority });
    into.updated({ priority: { before: winner.priority, after: loser.priority } });
  }
  if (waitsNow(loser)) endSnooze(into, "visitor");
  if (isPaused(winner, loser)) switchBot(into, "OFF", { id: null, name: actor.name });
}
