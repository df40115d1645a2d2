import { newId } from "#server/base/ids.ts";
import { readableContacts } from "#server/contacts/access.sql.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { standingOf } from "#server/conversations/clocks/standing.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { isUnanswered } from "#server/conversations/triage/waiting.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import type { Emitted } from "#server/core/events/handlers.ts";
import type { NewEvent } from "#server/core/events/storing.ts";
import type { Place } from "#server/roles/holding.sql.ts";
import { makerOf } from "#server/tasks/access.ts";
import { membersOf } from "#server/teams/access.ts";
import { isAbleToAnswer, isActivePerson } from "#server/users/assignable.ts";
import { matrixOf, type NotificationKind, notificationKinds, type Ways } from "./choices.ts";
import { type Audience, kinds, settledBy, type Wanted } from "./kinds.ts";
import { isQuiet } from "./quiet.ts";
import { type Choice, type Recipient, recipientsOf } from "./recipients.sql.ts";
import { settle, store } from "./storing.sql.ts";

type Person = Extract<NewEvent, { type: "notification/changed" }>["data"]["people"][number];

/** `answers`: whether whoever holds it could answer, once that is known; where not, others are told. */
type Standing = { row: ConversationRow; answers?: boolean };
type Conversations = Map<string, Promise<Standing | undefined>>;

/** Held from the first look on, so it is read once. */
function conversationOf(actor: Actor, id: string | null, held: Conversations): Promise<Standing | undefined> {
  const found = held.get(id ?? "") ?? lockAnyConversation(actor, id ?? "").then((row) => row && { row });
  held.set(id ?? "", found);
  return found;
}

async function isHeld(actor: Actor, standing: Standing): Promise<boolean> {
  const { assignedTo } = standing.row;
  standing.answers ??= assignedTo !== null && (await isAbleToAnswer(actor, assignedTo));
  return standing.answers;
}

/** Where it is, for roles that reach only some of what there is; most conversations that wait have no team. */
async function placeOf({ companyId }: Actor, conversation: ConversationRow): Promise<Place> {
  const { channelId, assignedTo, contactId, teamId } = conversation;
  const contacts = await readableContacts(systemActor(companyId), contactId ? [contactId] : []);
  const own = [assignedTo, ...contacts.map((contact) => contact.assignedTo)].filter((id) => id !== null);
  const team = teamId ? await membersOf({ companyId }, teamId) : undefined;
  return { channelId, free: assignedTo === null, own, team: team ?? [] };
}

async function peopleOf(actor: Actor, { people, maker }: Extract<Audience, { people: readonly string[] }>) {
  if (maker === undefined) return people;
  for (const id of people) if (await isActivePerson(actor, id)) return people;
  const made = await makerOf(actor, maker);
  return made && (await isActivePerson(actor, made)) ? [made] : [];
}

const asksForTeam = (row: ConversationRow, given: "given" | "routed"): boolean =>
  given === "routed" ? standingOf(row).waits : row.waitingSince !== null || isUnanswered(row);

/** Who is asked for; undefined: nobody, as the conversation stands. */
async function choiceOf(
  actor: Actor,
  audience: Audience,
  conversation: Standing | undefined,
): Promise<Choice | undefined> {
  if ("people" in audience) return { ids: await peopleOf(actor, audience) };
  if ("holder" in audience) {
    const { instead } = audience;
    if (instead && (await isActivePerson(actor, instead))) return { ids: [instead] };
    if (!audience.else) return undefined;
    const place = conversation && (await placeOf(actor, conversation.row));
    return { may: audience.else, place, available: true };
  }
  if (!audience.untaken) return { may: audience.may, available: false };
  if (!conversation || (await isHeld(actor, conversation))) return undefined;
  if (audience.ofTeam && !asksForTeam(conversation.row, audience.ofTeam)) return undefined;
  const place = await placeOf(actor, conversation.row);
  return { may: audience.may, place, available: true, ...(audience.ofTeam ? { among: place.team } : {}) };
}

/** Whoever holds the conversation is asked for at once: that they could answer is asked only where nobody is found. */
async function peopleFor(
  { actor }: Emitted,
  { audience, conversationId, byVisitor }: Wanted,
  held: Conversations,
): Promise<Recipient[]> {
  const looks = { doer: byVisitor ? null : actor.userId, conversationId };
  const asks = "holder" in audience || ("may" in audience && audience.untaken);
  const conversation = asks ? await conversationOf(actor, conversationId, held) : undefined;
  const assignedTo = "holder" in audience ? conversation?.row.assignedTo : undefined;
  const own = assignedTo ? await recipientsOf(actor.companyId, { ids: [assignedTo] }, looks) : [];
  if (conversation && assignedTo) {
    if (own.some(({ role }) => role !== "viewer")) conversation.answers = true;
    if (await isHeld(actor, conversation)) return own;
  }
  const choice = await choiceOf(actor, audience, conversation);
  const others = choice ? await recipientsOf(actor.companyId, choice, looks) : [];
  return [...own, ...others.filter(({ id }) => own.every((one) => one.id !== id))];
}

/** How this person is told of it now; a muted channel leaves what names them. */
function waysFor(person: Recipient, kind: NotificationKind, { channelId }: Wanted, at: Date): Ways {
  const muted = kind !== "mentioned" && channelId !== null && person.mutedChannels.includes(channelId);
  if (muted) return { inApp: false, sound: false, push: false, email: false };
  const ways = matrixOf(person.matrix)[kind];
  return isQuiet(person.quietHours, at) ? { ...ways, sound: false, push: false } : ways;
}

async function tell(emitted: Emitted, kind: NotificationKind, wanted: Wanted, held: Conversations): Promise<Person[]> {
  const { actor, now } = emitted;
  const people = await peopleFor(emitted, wanted, held);
  const { aboutId, conversationId, noteId = null } = wanted;
  const doer = wanted.byVisitor ? null : actor.userId;
  const told = people
    .map((person) => ({ userId: person.id, ways: waysFor(person, kind, wanted, now) }))
    .filter(({ ways }) => ways.inApp || ways.sound || ways.push || ways.email);
  if (told.length === 0) return [];
  const shared = { kind, aboutId, conversationId, noteId, actorId: doer };
  const drafts = told.map(({ userId, ways }) => ({ id: newId(), userId, ...shared, shown: ways.inApp }));
  const stored = new Map((await store(actor.companyId, drafts, now)).map(({ id, userId }) => [userId, id]));
  return told.map(({ userId, ways: { sound, push, email } }) => {
    return { userId, made: { id: stored.get(userId) ?? "", kind, sound, push, ...(email ? { email } : {}) } };
  });
}

/** What follows from a command's events for the bells of the team: made in its transaction, told in one event. */
export async function notify(emitted: Emitted): Promise<NewEvent[]> {
  const { actor, events, now } = emitted;
  const told: NewEvent[] = [];
  const held: Conversations = new Map();
  const add = (people: Person[]) => {
    if (people.length > 0) told.push({ type: "notification/changed", data: { people } });
  };
  for (const event of events) {
    const over = settledBy(event);
    if (over) {
      const changed = await settle(actor.companyId, over, now);
      const userIds = [...new Set(changed.map(({ userId }) => userId))];
      add(userIds.map((userId) => ({ userId })));
    }
    for (const kind of notificationKinds) {
      const wanted = kinds[kind](event, actor);
      if (wanted) add(await tell(emitted, kind, wanted, held));
    }
  }
  return told;
}
