import { setImmediate as turn } from "node:timers/promises";
import { asksHours, flowChannelOf, isOpenAtChannel, meets } from "#server/chatbots/conversation-conditions.ts";
import type { Steps } from "#server/chatbots/flow/patterns.ts";
import { mayMatchAny, type PreparedText, prepareText, readTrigger } from "#server/chatbots/flow/triggers.ts";
import type { ListFilters } from "#server/conversations/list/filtering.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { FeedEvent } from "#server/core/events/feed.sql.ts";
import type { EventData } from "#server/core/events/table.ts";
import { maskText } from "#server/core/masking.ts";
import type { Mask } from "#server/core/permissions.ts";
import type { Rule } from "#server/db/generated/client.ts";
import type { MessageAuthor } from "./choices.ts";
import type { RuleWhy } from "./schema.ts";
import { passing, type Subject } from "./subjects.sql.ts";

export type EvaluatedRule = Pick<Rule, "id" | "name" | "trigger" | "conditions">;
/** The message that an event brought: its text and who wrote it. */
type EventMessage = { text: PreparedText; author: Exclude<MessageAuthor, "any"> };

const authors = { visitor: "visitor", robot: "bot", user: "team", external_operator: "team" } as const;

/** The message that an event tells of, without what is masked; undefined: it tells of none. */
export function messageIn(
  { type, data }: Pick<FeedEvent, "type" | "data">,
  { masks = [], steps }: { masks?: readonly Mask[]; steps?: Steps } = {},
): EventMessage | undefined {
  if (type !== "conversation/message") return undefined;
  const { message } = data as EventData<"conversation/message">;
  return { text: prepareText(maskText(message.message.text, masks), steps), author: authors[message.sender.type] };
}

/** Whether a message was written by whom the rule names; what is no message always passes. */
export function isFromAuthor(
  { trigger: { from = "visitor" } }: Pick<Rule, "trigger">,
  said: EventMessage | undefined,
): boolean {
  return !said || from === "any" || from === said.author;
}

/** Of ratings only: whether it is one of those that the rule waits for. A comment that comes later is none. */
export function isRating(
  { trigger }: Pick<Rule, "trigger">,
  { type, data }: Pick<FeedEvent, "type" | "data">,
): boolean {
  if (type !== "csat/received") return true;
  const { about, good } = data as EventData<"csat/received">;
  const { rating = "any" } = trigger;
  return about === "rating" && (rating === "any" || good === (rating === "good"));
}

/** Before anything is read of the conversation: most messages say nothing that any rule waits for. */
export const mayMatch = (rule: EvaluatedRule, said: EventMessage | undefined): boolean =>
  isFromAuthor(rule, said) && (!said || mayMatchAny(rule.conditions.matches ?? [], said.text));

const nothing = { stopNextMessage: false, ignoreLead: false };

const hoursAsked = new WeakMap<object, boolean>();

/** Looked up once for each rule that a process remembers. */
function usesHours({ conditions }: EvaluatedRule): boolean {
  const known = hoursAsked.get(conditions);
  if (known !== undefined) return known;
  const asks = conditions.businessHours !== undefined || asksHours(conditions.tree ?? []);
  hoursAsked.set(conditions, asks);
  return asks;
}

function heldBy({ conditions: { channels, businessHours, filters, tree } }: EvaluatedRule, matched: boolean): string[] {
  return [
    ...(matched ? ["matches"] : []),
    ...(channels?.length ? ["channels"] : []),
    ...(businessHours ? ["businessHours"] : []),
    ...(filters ? Object.keys(filters).map((name) => `filters.${name}`) : []),
    ...(tree?.length ? ["tree"] : []),
  ];
}

const noText = prepareText("");

/** Why the conditions of its trigger match; undefined: they do not. */
function triggerMatch(
  rule: EvaluatedRule,
  subject: Subject,
  said: EventMessage | undefined,
  open: boolean,
): RuleWhy | undefined {
  if (!isFromAuthor(rule, said)) return undefined;
  const { matches, channels, businessHours } = rule.conditions;
  const conditions = {
    matches: said ? matches : [],
    ...(channels ? { channels } : {}),
    ...(businessHours ? { businessHours } : {}),
  };
  const trigger = { id: rule.id, name: rule.name, enabled: true, conditions, actions: nothing };
  const arrival = { channel: flowChannelOf(subject), channelId: subject.channelId, open, fired: [] };
  const reading = readTrigger(trigger, said?.text ?? noText, arrival);
  if (reading.verdict !== "matches") return undefined;
  return { code: "matched", match: reading.match, held: [] };
}

/** A conversation, the message that was written in it, and the rules that may match. */
type Case<R extends EvaluatedRule> = { subject: Subject; said: EventMessage | undefined; rules: readonly R[] };
type RuleMatch<R extends EvaluatedRule> = { rule: R; why: RuleWhy };

/** So long, in ms, patterns are tried on many messages before others get their turn. */
const turnMs = 10;

/**
 * Of each case the rules whose conditions hold, in their order: the conditions of triggers first, which cost least; then
 * the filters of all, in one statement; at last the conditions of flows, which cost most.
 */
export async function evaluate<R extends EvaluatedRule>(
  actor: Actor,
  now: Date,
  cases: readonly Case<R>[],
): Promise<RuleMatch<R>[][]> {
  const opened = await openingHours(actor, now, cases);
  const passed = await filtered(actor, cases, await triggered(cases, opened));
  return passed.map((matched, index) => {
    const subject = cases[index]?.subject;
    if (!subject) return [];
    return matched
      .filter(({ rule }) => meets(rule.conditions.tree ?? [], subject, opened[index] ?? true))
      .map(({ rule, why }) => ({ rule, why: { ...why, held: heldBy(rule, why.match !== null) } }));
  });
}

/** Of each case whether its channel is open now, where a rule asks. */
async function openingHours(actor: Actor, now: Date, cases: readonly Case<EvaluatedRule>[]): Promise<boolean[]> {
  const known = new Map<string, boolean>();
  const opened: boolean[] = [];
  for (const { subject, rules } of cases) {
    const { channelId } = subject;
    if (!rules.some(usesHours)) {
      opened.push(true);
      continue;
    }
    const open = known.get(channelId) ?? (await isOpenAtChannel(actor, channelId, now));
    known.set(channelId, open);
    opened.push(open);
  }
  return opened;
}

/** Of each case the rules whose triggers match. */
async function triggered<R extends EvaluatedRule>(
  cases: readonly Case<R>[],
  opened: readonly boolean[],
): Promise<RuleMatch<R>[][]> {
  const matches: RuleMatch<R>[][] = [];
  let begun = performance.now();
  for (const [index, { subject, said, rules }] of cases.entries()) {
    if (performance.now() - begun >= turnMs) {
      await turn();
      begun = performance.now();
    }
    matches.push(
      rules.flatMap((rule) => {
        const why = triggerMatch(rule, subject, said, opened[index] ?? true);
        return why ? [{ rule, why }] : [];
      }),
    );
  }
  return matches;
}

/** Those of `first` whose filters hold, too. */
async function filtered<R extends EvaluatedRule>(actor: Actor, cases: readonly Case<R>[], first: RuleMatch<R>[][]) {
  const withFilters = new Map<string, R>();
  for (const { rule } of first.flat()) if (rule.conditions.filters) withFilters.set(rule.id, rule);
  if (withFilters.size === 0) return first;
  const places = new Map([...withFilters.keys()].map((id, index) => [id, index]));
  // As they were parsed when the rule was written.
  const filters = [...withFilters.values()].map(({ conditions }) => conditions.filters as ListFilters);
  const ids = [...new Set(cases.filter((_, index) => first[index]?.length).map(({ subject }) => subject.id))];
  const passed = await passing(actor.companyId, filters, ids);
  return first.map((matched, index) => {
    const passes = passed.get(cases[index]?.subject.id ?? "") ?? [];
    return matched.filter(({ rule }) => {
      const at = places.get(rule.id);
      return at === undefined || passes[at] === true;
    });
  });
}
