import { day } from "#server/base/clock.ts";
import { type Steps, stepsOfMessage } from "#server/chatbots/flow/patterns.ts";
import { visitorNames } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { type FeedEvent, readFeed, seqBefore } from "#server/core/events/feed.sql.ts";
import { maskValue } from "#server/core/masking.ts";
import { query } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { companyZone } from "#server/reports/reading.ts";
import { readableRule } from "./access.ts";
import { requireSense } from "./checking.ts";
import { dryRunDays, isTime } from "./choices.ts";
import { type EvaluatedRule, evaluate, isFromAuthor, isRating, messageIn } from "./evaluating.ts";
import { conversationsOf } from "./following.ts";
import { dryRunInput, dryRunOneInput, dryRunSchema, type RuleWhy } from "./schema.ts";
import { type Subject, subjectsAfter, subjectsOf } from "./subjects.sql.ts";
import { timingOf } from "./timing.ts";

const page = 500;
/** So many events, or conversations, are looked at before it is said that there are more. */
const most = 20_000;

/** For the patterns of a whole run, a second at most: those of 20,000 messages that are as long as people's are. */
const mostSteps = 20_000_000;

type Hit = { subject: Subject; at: Date; runs: number; why: RuleWhy };
type Span = { from: Date; to: Date };
type Looked = { looked: number; matched: number; complete: boolean; hits: Map<string, Hit>; steps: Steps };

/** What patterns may take of one message, as when the rule runs, out of what is left for all. */
function stepsWithin(all: Steps): Steps {
  const own = stepsOfMessage();
  return {
    get left() {
      return Math.min(own.left, all.left);
    },
    set left(left) {
      const spent = this.left - left;
      own.left -= spent;
      all.left -= spent;
    },
  };
}

function note(looked: Looked, subject: Subject, at: Date, why: RuleWhy): void {
  const known = looked.hits.get(subject.id);
  const later = !known || at >= known.at;
  const runs = (known?.runs ?? 0) + 1;
  looked.matched += 1;
  looked.hits.set(subject.id, { subject, runs, at: later ? at : known.at, why: later ? why : known.why });
}

/** By conditions one could spell out what one is not shown. */
function asShown(actor: Actor, subject: Subject): Subject {
  const masks = masksOf(actor);
  if (masks.length === 0) return subject;
  const { visitorName, visitorEmail, visitorPhone } = subject;
  const fields = (customFields: Record<string, unknown>) => maskValue({ customFields }, masks).customFields;
  return {
    ...subject,
    ...maskValue({ visitorName, visitorEmail, visitorPhone }, masks),
    customFields: fields(subject.customFields),
    contactFields: fields(subject.contactFields),
    conversationContext: fields(subject.conversationContext),
  };
}

async function lookAtEvents(
  actor: Actor,
  rule: EvaluatedRule,
  { to }: Span,
  looked: Looked,
  events: readonly FeedEvent[],
) {
  const places = await conversationsOf(actor, events);
  const told = events.flatMap((event) => {
    const conversationId = places.get(event.id);
    const said = messageIn(event, { masks: masksOf(actor), steps: stepsWithin(looked.steps) });
    const triggers = isFromAuthor(rule, said) && isRating(rule, event);
    return conversationId && triggers ? [{ conversationId, said, at: event.createdAt }] : [];
  });
  const found = await subjectsOf(actor.companyId, [...new Set(told.map(({ conversationId }) => conversationId))]);
  const subjects = new Map(found.map((subject) => [subject.id, asShown(actor, subject)]));
  const cases = told.flatMap(({ conversationId, said, at }) => {
    const subject = subjects.get(conversationId);
    return subject ? [{ subject, said, at, rules: [rule] }] : [];
  });
  const matched = await evaluate(actor, to, cases);
  for (const [index, { subject, at }] of cases.entries()) {
    const why = matched[index]?.[0]?.why;
    if (why) note(looked, subject, at, why);
  }
}

async function overEvents(actor: Actor, rule: EvaluatedRule, span: Span, looked: Looked): Promise<void> {
  const { companyId } = actor;
  let after = await seqBefore(companyId, span.from);
  for (;;) {
    const { events, position, more } = await readFeed({ companyId, after, types: [rule.trigger.type], limit: page });
    await lookAtEvents(actor, rule, span, looked, events);
    looked.looked += events.length;
    after = position;
    const tired = looked.steps.left < stepsOfMessage().left;
    if (!more && !tired) return;
    if (looked.looked >= most || tired) {
      looked.complete = false;
      return;
    }
  }
}

const first = "00000000-0000-0000-0000-000000000000";

/** Conversations that would have come due in these days, by what they are now. */
async function overTime(actor: Actor, rule: EvaluatedRule, span: Span, looked: Looked): Promise<void> {
  const open = rule.trigger.type !== "date_field";
  const timeZone = await companyZone(actor);
  for (let after = first; ; ) {
    const subjects = await subjectsAfter(actor.companyId, after, open, page);
    const due = subjects.flatMap((found) => {
      const subject = asShown(actor, found);
      const dueAt = timingOf(rule.trigger, subject, timeZone)?.dueAt;
      return dueAt && dueAt >= span.from && dueAt <= span.to
        ? [{ subject, at: dueAt, said: undefined, rules: [rule] }]
        : [];
    });
    const matched = await evaluate(actor, span.to, due);
    for (const [index, { subject, at }] of due.entries()) {
      const why = matched[index]?.[0]?.why;
      if (why) note(looked, subject, at, why);
    }
    looked.looked += subjects.length;
    const last = subjects.at(-1);
    if (!last || subjects.length < page) return;
    after = last.id;
    if (looked.looked >= most) {
      looked.complete = false;
      return;
    }
  }
}

async function tryOut(actor: Actor, rule: EvaluatedRule, now: Date, limit: number) {
  const span = { from: new Date(now.getTime() - dryRunDays * day), to: now };
  const looked: Looked = { looked: 0, matched: 0, complete: true, hits: new Map(), steps: { left: mostSteps } };
  await (isTime(rule.trigger.type) ? overTime : overEvents)(actor, rule, span, looked);
  const { hits, steps: _steps, ...told } = looked;
  const shown = [...hits.values()].sort((one, other) => other.at.getTime() - one.at.getTime()).slice(0, limit);
  const names = await visitorNames(
    actor,
    shown.map(({ subject }) => subject.id),
  );
  // Conditions ask what was said: who may not read a conversation would learn it from where they hold.
  const conversations = shown.flatMap(({ subject: { id, channel }, at, runs, why }) => {
    const visitorName = names.get(id);
    return visitorName === undefined ? [] : [{ conversationId: id, visitorName, channel, at, runs, why }];
  });
  return { ...span, ...told, conversations };
}

/** POST /v1/rules/dry-run: by the same conditions that decide when it runs. */
export const dryRun = query({
  name: "rules.dryRun",
  access: "websites_read",
  input: dryRunInput,
  output: dryRunSchema,
  example: () => ({
    trigger: { type: "conversation/message" as const },
    conditions: { matches: [{ type: "contains" as const, value: "price" }] },
  }),
  async run({ actor, input, now }) {
    const { trigger, conditions, limit } = input;
    await requireSense(actor, { trigger, conditions });
    return tryOut(actor, { id: "", name: "", trigger, conditions }, now, limit);
  },
});

/** POST /v1/rules/{ruleId}/dry-run */
export const dryRunOne = query({
  name: "rules.dryRunOne",
  access: "websites_read",
  input: dryRunOneInput,
  output: dryRunSchema,
  example: (given) => ({ ruleId: given.ruleId ?? "" }),
  run: async ({ actor, input, now }) => tryOut(actor, await readableRule(actor, input.ruleId), now, input.limit),
});
