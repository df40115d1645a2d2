import { z } from "zod";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { type FeedEvent, findFeedRow, readFeed, viaOfMessage } from "#server/core/events/feed.sql.ts";
import { type EventType, eventTypes } from "#server/core/events/table.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import type { Rule } from "#server/db/generated/client.ts";
import { bookOf, type Known, knownRules, moveOn } from "./book.ts";
import { isTime, maxByPrograms, maxRelayed, maxUnasked, type RuleTriggerType, ruleEvents } from "./choices.ts";
import { evaluate, isRating, mayMatch, messageIn } from "./evaluating.ts";
import { type Cause, depthAfter, hasRun, type Pace, ran, runRule } from "./running.ts";
import { latestOfContacts, type Subject, subjectsOf } from "./subjects.sql.ts";

/** So many events are looked at together. */
const batch = 200;

/** The conversation that an event is of. What a contact's event names may only claim to be theirs, or be over (D10). */
function namedIn({ type, conversationId, data }: FeedEvent): string | null {
  if (conversationId !== null) return conversationId;
  const told = type.startsWith("contact/") ? {} : (data as { conversationId?: unknown });
  return typeof told.conversationId === "string" && told.conversationId !== "" ? told.conversationId : null;
}

/** The conversations that events are about, by the ids of the events; of a contact's, the one that goes on now. */
export async function conversationsOf(
  { companyId }: Pick<Actor, "companyId">,
  events: readonly FeedEvent[],
): Promise<ReadonlyMap<string, string>> {
  const contactOf = ({ type, contactId }: FeedEvent) => (type.startsWith("contact/") ? contactId : null);
  const latest = await latestOfContacts(companyId, [...new Set(events.flatMap((event) => contactOf(event) ?? []))]);
  const found = events.map((event) => [event.id, namedIn(event) ?? latest.get(contactOf(event) ?? "")] as const);
  return new Map(found.flatMap(([id, conversationId]) => (conversationId ? [[id, conversationId]] : [])));
}

/** Rules that were switched on when it happened, and listen to who has spoken and what was said. */
function candidates(rules: readonly Rule[] | undefined, event: FeedEvent, said: ReturnType<typeof messageIn>): Rule[] {
  return (rules ?? []).filter(
    (rule) =>
      rule.enabledAt !== null && rule.enabledAt <= event.createdAt && mayMatch(rule, said) && isRating(rule, event),
  );
}

/** Whatever may move the time at which a rule is due. */
const moving: readonly EventType[] = eventTypes.filter((type) => /^(conversation|contact)\//.test(type));

function wantedTypes(known: Known): string[] {
  const byTime = known.all.some(({ triggerType }) => isTime(triggerType));
  return [...new Set([...ruleEvents.filter((type) => known.by.has(type)), ...(byTime ? moving : [])])];
}

type Found = { ids: string[]; conversationIds: string[]; contactIds: string[]; position: number; more: boolean };

/** The events of a batch that set some rule off, as far as can be told without holding their conversations. */
async function lookAt(actor: Actor, now: Date, known: Known, events: readonly FeedEvent[]): Promise<string[]> {
  const candidate = events.flatMap((event) => {
    const said = messageIn(event);
    const rules = candidates(known.by.get(event.type), event, said);
    return rules.length > 0 ? [{ event, said, rules }] : [];
  });
  const places = await conversationsOf(
    actor,
    candidate.map(({ event }) => event),
  );
  const open = candidate.flatMap((one) => {
    const conversationId = places.get(one.event.id);
    return conversationId ? [{ ...one, conversationId }] : [];
  });
  const found = await subjectsOf(actor.companyId, [...new Set(open.map(({ conversationId }) => conversationId))]);
  const subjects = new Map(found.map((subject) => [subject.id, subject]));
  const cases = open.flatMap(({ event, conversationId, said, rules }) => {
    const subject = subjects.get(conversationId);
    return subject ? [{ event, subject, said, rules }] : [];
  });
  const matched = await evaluate(actor, now, cases);
  return cases.filter((_, index) => (matched[index]?.length ?? 0) > 0).map(({ event }) => event.id);
}

/** Reads the company's events on: which of them set rules off, and what may be due at another time now. */
export const readOn = query({
  name: "rules.readOn",
  access: "system",
  input: z.object({}),
  output: z.object({
    ids: z.array(z.string()),
    conversationIds: z.array(z.string()),
    contactIds: z.array(z.string()),
    position: z.int(),
    more: z.boolean(),
  }),
  example: () => ({}),
  async run({ actor, now }): Promise<Found> {
    const book = await bookOf(actor);
    const nothing = { ids: [], conversationIds: [], contactIds: [], position: 0, more: false };
    if (!book?.active) return nothing;
    const known = await knownRules(actor, book);
    const types = wantedTypes(known);
    const read = await readFeed({ companyId: actor.companyId, after: Number(book.seq), types, limit: batch });
    const { events, position, more } = read;
    const byTime = known.all.some(({ triggerType }) => isTime(triggerType));
    const told = byTime ? events : [];
    return {
      ids: await lookAt(actor, now, known, events),
      conversationIds: [...new Set(told.flatMap((event) => namedIn(event) ?? []))],
      contactIds: [...new Set(told.flatMap((event) => (event.conversationId === null && event.contactId) || []))],
      position,
      more,
    };
  },
});

/** The batch has been dealt with. */
export const turnOver = command({
  name: "rules.turnOver",
  access: "system",
  input: z.object({ position: z.int() }),
  output: z.object({}),
  example: () => ({ position: 0 }),
  async run({ actor, input }) {
    await moveOn(actor, input.position);
    return {};
  },
});

/**
 * Whether a clock or the system by itself did it: what a rule did has its depth, and what visitors write, which comes in
 * by the system too, asks for an answer however often.
 */
const isUnasked = ({ type, actorType, via }: FeedEvent): boolean =>
  ["system", "robot"].includes(actorType) &&
  !via.startsWith("rule:") &&
  type !== "conversation/message" &&
  type !== "message/status";

/** What programs do, and what platforms tell of messages that one may have written; a visitor's words are the visitor's. */
const isOfPrograms = (event: FeedEvent): boolean =>
  event.type === "message/status" || (event.actorType === "token" && messageIn(event)?.author !== "visitor");

/** What programs write for the visitor, and what the bot answers to it. */
function isOfRelays(event: FeedEvent): boolean {
  const author = messageIn(event)?.author;
  return author === "bot" || (author === "visitor" && event.actorType === "token");
}

/** `via`: on behalf of what it happened. */
function paceOf(event: FeedEvent, via: string, { lastVisitorMessageAt }: Subject): Pace | undefined {
  // One message has several statuses: what a rule wrote would be answered as often, at each depth.
  if (isUnasked(event) || (event.type === "message/status" && via.startsWith("rule:"))) return { most: maxUnasked };
  if (isOfPrograms(event)) return { most: maxByPrograms, since: lastVisitorMessageAt, relayed: maxRelayed };
  return isOfRelays(event) ? { relayed: maxRelayed } : undefined;
}

/** On behalf of what it happened: platforms tell what becomes of a message, but whoever wrote it began the chain. */
async function wayOf({ companyId }: Actor, { type, via, conversationId, messageId }: FeedEvent): Promise<string> {
  return type === "message/status" && conversationId && messageId
    ? viaOfMessage(companyId, conversationId, messageId)
    : via;
}

/** In order. All are judged on what was there before them: what one does sets others off by its own events. */
async function runThrough(
  { actor, now, emit }: CommandContext<unknown>,
  rules: readonly Rule[],
  cause: Cause,
  event: FeedEvent,
  via: string,
) {
  const [subject] = await subjectsOf(actor.companyId, [cause.conversationId]);
  if (!subject) return 0;
  const [matched = []] = await evaluate(actor, now, [{ subject, said: messageIn(event), rules }]);
  const pace = paceOf(event, via, subject);
  const ids: string[] = [];
  for (const { rule, why } of matched) {
    await runRule(rule, cause, why, pace);
    ids.push(rule.id);
    if (rule.mode === "first") break;
  }
  if (ids.length > 0) emit(ran(ids));
  return ids.length;
}

/** Runs what an event sets off: once, in one transaction with what is kept of it. */
export const runEvent = command({
  name: "rules.runEvent",
  access: "system",
  input: z.object({ eventId: z.string() }),
  output: z.object({ runs: z.int() }),
  example: (given) => ({ eventId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const event = await findFeedRow(actor.companyId, input.eventId);
    const conversationId = event && (await conversationsOf(actor, [event])).get(event.id);
    if (!event || !conversationId || !(await lockAnyConversation(actor, conversationId))) return { runs: 0 };
    const cause = `event:${event.id}`;
    if (await hasRun(actor, cause)) return { runs: 0 };
    const known = await knownRules(actor);
    const rules = candidates(known.by.get(event.type), event, messageIn(event));
    const via = await wayOf(actor, event);
    const depth = await depthAfter(actor, via);
    const triggerType = event.type as RuleTriggerType;
    const about = { conversationId, cause, triggerType, eventId: event.id, depth };
    return { runs: await runThrough(context, rules, about, event, via) };
  },
});
