import { z } from "zod";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Emitted } from "#server/core/events/handlers.ts";
import { command, query } from "#server/core/operation.ts";
import type { Rule } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { companyZone } from "#server/reports/reading.ts";
import { bookOf, knownRules, takeTurnAtRules, turnPage } from "./book.ts";
import { isTime, maxUnasked } from "./choices.ts";
import { dueNow, lookAtDue, storeDues, type Timer } from "./dues.sql.ts";
import { evaluate } from "./evaluating.ts";
import { hasRun, ran, runRule } from "./running.ts";
import { type Subject, subjectsAfter, subjectsOf, subjectsOfContacts, type Timed, timedOf } from "./subjects.sql.ts";
import { clockOf, minutesAfter, startOf, type Timing, timingOf } from "./timing.ts";

type Company = Pick<Actor, "companyId">;

/** A rule looks forward: what was due before it was switched on is left alone. */
function timersOf(rules: readonly Rule[]): Timer[] {
  return rules.flatMap(({ id, trigger, enabledAt }) =>
    enabledAt ? [{ ruleId: id, clock: clockOf(trigger), minutes: minutesAfter(trigger), enabledAt }] : [],
  );
}

const ofDates = (rules: readonly Rule[]) => rules.filter(({ triggerType }) => triggerType === "date_field");

/** By whose clocks days begin, where some rule asks for days. */
const zoneFor = async (actor: Actor, rules: readonly Rule[]) =>
  ofDates(rules).length > 0 ? companyZone(actor) : "UTC";

/** The moments are found once for all rules that count from them. */
async function plan(actor: Actor, rules: readonly Rule[], subjects: readonly Timed[]): Promise<void> {
  if (rules.length === 0 || subjects.length === 0) return;
  const triggers = [...new Map(rules.map(({ trigger }) => [clockOf(trigger), trigger]))];
  const timeZone = await zoneFor(actor, rules);
  const starts = subjects.flatMap((subject) =>
    triggers.flatMap(([clock, trigger]) => {
      const start = startOf(trigger, subject, timeZone);
      return start ? [{ clock, conversationId: subject.id, ...start }] : [];
    }),
  );
  const ids = subjects.map(({ id }) => id);
  await storeDues(actor.companyId, timersOf(rules), ids, starts);
}

const byTime = async (company: Company) =>
  (await knownRules(company)).all.filter(({ triggerType }) => isTime(triggerType));

/** Something happened in these conversations, or to these contacts: rules by time may be due at another time. */
export const planDues = command({
  name: "rules.planDues",
  access: "system",
  input: z.object({ conversationIds: z.array(z.string()), contactIds: z.array(z.string()).default([]) }),
  output: z.object({}),
  example: (given) => ({ conversationIds: [given.conversationId ?? ""] }),
  async run({ actor, input }) {
    const rules = await byTime(actor);
    if (rules.length > 0) await plan(actor, rules, await timedOf(actor.companyId, input.conversationIds));
    const byDate = ofDates(rules);
    if (byDate.length > 0 && input.contactIds.length > 0)
      await plan(actor, byDate, await subjectsOfContacts(actor.companyId, input.contactIds));
    return {};
  },
});

const page = 500;
const first = "00000000-0000-0000-0000-000000000000";

/**
 * A rule by time that was switched on: its due times in what there is already, a page at a time. What has changed between
 * two pages, by `stamp` of the book, has it begin anew.
 */
export const planRule = command({
  name: "rules.planRule",
  access: "system",
  input: z.object({ ruleId: z.string(), after: z.string().default(first), stamp: z.int().optional() }),
  output: z.object({ after: z.string().nullable(), stamp: z.int() }),
  example: (given) => ({ ruleId: given.ruleId ?? "" }),
  async run({ actor, input }) {
    const { companyId } = actor;
    await takeTurnAtRules(actor);
    const stamp = (await bookOf(actor))?.stamp ?? 0;
    const rule = (await byTime(actor)).find(({ id }) => id === input.ruleId);
    if (!rule || rule.planned) return { after: null, stamp };
    const after = (input.stamp ?? stamp) === stamp ? input.after : first;
    const subjects = await subjectsAfter(companyId, after, rule.triggerType !== "date_field", page);
    await plan(actor, [rule], subjects);
    const last = subjects.at(-1);
    if (subjects.length === page && last) return { after: last.id, stamp };
    await prisma.rule.updateMany({ where: { companyId, id: rule.id, version: rule.version }, data: { planned: true } });
    return { after: null, stamp };
  },
});

/** The company's clocks are others: days begin at other times. */
export async function renewDates({ actor, events }: Emitted): Promise<readonly never[]> {
  if (!events.some((event) => event.type === "company/changed" && event.data.timeZone !== undefined)) return [];
  const { companyId } = actor;
  await takeTurnAtRules(actor);
  const where = { companyId, triggerType: "date_field" as const, enabled: true };
  const { count } = await prisma.rule.updateMany({ where, data: { planned: false } });
  if (count > 0) await turnPage(actor);
  return [];
}

/** Rules by time whose due times have yet to be stored. */
export const listUnplanned = query({
  name: "rules.listUnplanned",
  access: "system",
  input: z.object({}),
  output: z.object({ ids: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor: { companyId } }) {
    const where = { companyId, enabled: true, planned: false };
    const found = await prisma.rule.findMany({ where, select: { id: true }, orderBy: { id: "asc" } });
    return { ids: found.map(({ id }) => id) };
  },
});

/** The conversations in which some rule is due, the longest over first. */
export const listDues = query({
  name: "rules.listDues",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(100) }),
  output: z.object({ conversationIds: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor, now, input }) {
    const dues = await dueNow(actor.companyId, now, input.limit);
    return { conversationIds: [...new Set(dues.map(({ conversationId }) => conversationId))] };
  },
});

/** The rules that are due in a conversation, in their order; dues of rules that are off by now go. */
async function dueRules(actor: Company, conversationId: string, now: Date): Promise<Rule[]> {
  const where = { companyId: actor.companyId, conversationId, lookedAt: null, dueAt: { lte: now } };
  const due = new Set((await prisma.ruleDue.findMany({ where })).map(({ ruleId }) => ruleId));
  const rules = (await byTime(actor)).filter(({ id }) => due.has(id));
  const gone = [...due].filter((id) => !rules.some((rule) => rule.id === id));
  if (gone.length > 0) await prisma.ruleDue.deleteMany({ where: { ...where, ruleId: { in: gone } } });
  return rules;
}

type Come = { rule: Rule; timing: Timing };

/** Of these rules those that have come due at the earliest moment, looked at: together they have one cause. */
async function takeEarliest(actor: Actor, rules: readonly Rule[], subject: Subject, now: Date): Promise<Come[]> {
  await plan(actor, rules, [subject]);
  const timeZone = await zoneFor(actor, rules);
  const come = rules.flatMap((rule) => {
    const timing = timingOf(rule.trigger, subject, timeZone);
    return timing && timing.dueAt <= now ? [{ rule, timing }] : [];
  });
  const earliest = Math.min(...come.map(({ timing }) => timing.dueAt.getTime()));
  const taken: Come[] = [];
  for (const one of come)
    if (one.timing.dueAt.getTime() === earliest && (await lookAtDue(subject.companyId, one.rule.id, subject.id, now)))
      taken.push(one);
  return taken;
}

/** Runs what is due in a conversation at one moment, looked at again under its lock; each rule once for each cause. */
export const runDue = command({
  name: "rules.runDue",
  access: "system",
  input: z.object({ conversationId: z.string() }),
  output: z.object({ runs: z.int() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input: { conversationId }, now, emit }) {
    if (!(await lockAnyConversation(actor, conversationId))) return { runs: 0 };
    const rules = await dueRules(actor, conversationId, now);
    const [subject] = rules.length > 0 ? await subjectsOf(actor.companyId, [conversationId]) : [];
    if (!subject) return { runs: 0 };
    const taken = await takeEarliest(actor, rules, subject, now);
    const [matched = []] = await evaluate(actor, now, [
      { subject, said: undefined, rules: taken.map(({ rule }) => rule) },
    ]);
    const ids: string[] = [];
    for (const { rule, why } of matched) {
      const anchor = taken.find((one) => one.rule === rule)?.timing.anchor;
      const cause = `${rule.triggerType}:${rule.id}:${conversationId}:${anchor}`;
      if (await hasRun(actor, cause)) continue;
      const about = { conversationId, cause, triggerType: rule.triggerType, eventId: null, depth: 1 };
      await runRule(rule, about, why, { most: maxUnasked });
      ids.push(rule.id);
      if (rule.mode === "first") break;
    }
    if (ids.length > 0) emit(ran(ids));
    return { runs: ids.length };
  },
});
