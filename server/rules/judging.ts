import { setImmediate as turn } from "node:timers/promises";
import type { Steps } from "#server/chatbots/flow/patterns.ts";
import { type Heard, hear, mayBeSaid, readTrigger } from "#server/chatbots/flow/triggers.ts";
import { asksHours, flowChannelOf, isOpenAtChannel, meets } from "#server/chatbots/meeting.ts";
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

export type Judged = Pick<Rule, "id" | "name" | "trigger" | "conditions">;
/** What was said, and by whom; of messages only. */
export type Said = { heard: Heard; author: Exclude<MessageAuthor, "any"> };

const authors = { visitor: "visitor", robot: "bot", user: "team", external_operator: "team" } as const;

/** The message that an event tells of, without what is masked; undefined: it tells of none. */
export function saidIn(
  { type, data }: Pick<FeedEvent, "type" | "data">,
  { masks = [], steps }: { masks?: readonly Mask[]; steps?: Steps } = {},
): Said | undefined {
  if (type !== "conversation/message") return undefined;
  const { message } = data as EventData<"conversation/message">;
  return { heard: hear(maskText(message.message.text, masks), steps), author: authors[message.sender.type] };
}

/** Whether a message is one that the rule listens to; anything else is. */
export function listensTo({ trigger: { from = "visitor" } }: Pick<Rule, "trigger">, said: Said | undefined): boolean {
  return !said || from === "any" || from === said.author;
}

/** Of ratings only: whether it is one of those that the rule waits for. A comment that comes later is none. */
export function rates({ trigger }: Pick<Rule, "trigger">, { type, data }: Pick<FeedEvent, "type" | "data">): boolean {
  if (type !== "csat/received") return true;
  const { about, good } = data as EventData<"csat/received">;
  const { rating = "any" } = trigger;
  return about === "rating" && (rating === "any" || good === (rating === "good"));
}

/** Before anything is read of the conversation: most messages say nothing that any rule waits for. */
export const mayMatch = (rule: Judged, said: Said | undefined): boolean =>
  listensTo(rule, said) && (!said || mayBeSaid(rule.conditions.matches ?? [], said.heard));

const nothing = { stopNextMessage: false, ignoreLead: false };

const hoursAsked = new WeakMap<object, boolean>();

/** Looked up once for each rule that a process remembers. */
function usesHours({ conditions }: Judged): boolean {
  const known = hoursAsked.get(conditions);
  if (known !== undefined) return known;
  const asks = conditions.businessHours !== undefined || asksHours(conditions.tree ?? []);
  hoursAsked.set(conditions, asks);
  return asks;
}

function heldBy({ conditions: { channels, businessHours, filters, tree } }: Judged, matched: boolean): string[] {
  return [
    ...(matched ? ["matches"] : []),
    ...(channels?.length ? ["channels"] : []),
    ...(businessHours ? ["businessHours"] : []),
    ...(filters ? Object.keys(filters).map((name) => `filters.${name}`) : []),
    ...(tree?.length ? ["tree"] : []),
  ];
}

const unheard = hear("");

/** The conditions of triggers: they cost least, and are looked at first. */
function heard(rule: Judged, subject: Subject, said: Said | undefined, open: boolean): RuleWhy | undefined {
  if (!listensTo(rule, said)) return undefined;
  const { matches, channels, businessHours } = rule.conditions;
  const conditions = {
    matches: said ? matches : [],
    ...(channels ? { channels } : {}),
    ...(businessHours ? { businessHours } : {}),
  };
  const trigger = { id: rule.id, name: rule.name, enabled: true, conditions, actions: nothing };
  const arrival = { channel: flowChannelOf(subject), channelId: subject.channelId, open, fired: [] };
  const reading = readTrigger(trigger, said?.heard ?? unheard, arrival);
  if (reading.verdict !== "matches") return undefined;
  return { code: "matched", match: reading.match, held: [] };
}

/** A conversation, what was said in it, and the rules that it may set off. */
export type Case<R extends Judged> = { subject: Subject; said: Said | undefined; rules: readonly R[] };
export type Verdict<R extends Judged> = { rule: R; why: RuleWhy };

/** So long, in ms, patterns are tried on many messages before others get their turn. */
const turnMs = 10;

/** Of each case the rules whose conditions hold, in their order. The filters of all are asked in one statement. */
export async function judge<R extends Judged>(
  actor: Actor,
  now: Date,
  cases: readonly Case<R>[],
): Promise<Verdict<R>[][]> {
  const hours = new Map<string, Promise<boolean>>();
  const isOpen = (channelId: string) => {
    const known = hours.get(channelId) ?? isOpenAtChannel(actor, channelId, now);
    hours.set(channelId, known);
    return known;
  };
  const first: Verdict<R>[][] = [];
  const opens: boolean[] = [];
  let begun = performance.now();
  for (const { subject, said, rules } of cases) {
    if (performance.now() - begun >= turnMs) {
      await turn();
      begun = performance.now();
    }
    const open = rules.some(usesHours) ? await isOpen(subject.channelId) : true;
    opens.push(open);
    first.push(
      rules.flatMap((rule) => {
        const why = heard(rule, subject, said, open);
        return why ? [{ rule, why }] : [];
      }),
    );
  }
  const passed = await filtered(actor, cases, first);
  return passed.map((verdicts, index) => {
    const subject = cases[index]?.subject;
    // The conditions of flows cost most, and are looked at last.
    const whole = subject
      ? verdicts.filter(({ rule }) => meets(rule.conditions.tree ?? [], subject, opens[index] ?? true))
      : [];
    return whole.map(({ rule, why }) => ({ rule, why: { ...why, held: heldBy(rule, why.match !== null) } }));
  });
}

async function filtered<R extends Judged>(actor: Actor, cases: readonly Case<R>[], first: Verdict<R>[][]) {
  const asking = new Map<string, R>();
  for (const { rule } of first.flat()) if (rule.conditions.filters) asking.set(rule.id, rule);
  if (asking.size === 0) return first;
  const asked = [...asking.values()];
  const places = new Map(asked.map(({ id }, index) => [id, index]));
  // As they were parsed when the rule was written.
  const filters = asked.map(({ conditions }) => conditions.filters as ListFilters);
  const ids = [...new Set(cases.filter((_, index) => first[index]?.length).map(({ subject }) => subject.id))];
  const passed = await passing(actor.companyId, filters, ids);
  return first.map((verdicts, index) => {
    const passes = passed.get(cases[index]?.subject.id ?? "") ?? [];
    return verdicts.filter(({ rule }) => {
      const at = places.get(rule.id);
      return at === undefined || passes[at] === true;
    });
  });
}
