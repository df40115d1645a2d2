import { z } from "zod";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import type { Rule } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { knownRules } from "./book.ts";
import { isTime } from "./choices.ts";
import { dueNow, lookAtDue, storeDues, type Timer } from "./dues.sql.ts";
import { judge } from "./judging.ts";
import { hasRun, ran, runRule } from "./running.ts";
import { subjectsAfter, subjectsOf, subjectsOfContacts, type Timed, timedOf } from "./subjects.sql.ts";
import { clockOf, minutesAfter, startOf, timingOf } from "./timing.ts";

type Company = Pick<Actor, "companyId">;

/** A rule looks forward: what was due before it was switched on is left alone. */
function timersOf(rules: readonly Rule[]): Timer[] {
  return rules.flatMap(({ id, trigger, enabledAt }) =>
    enabledAt ? [{ ruleId: id, clock: clockOf(trigger), minutes: minutesAfter(trigger), enabledAt }] : [],
  );
}

/** The moments are found once for all rules that count from them. */
async function plan({ companyId }: Company, rules: readonly Rule[], subjects: readonly Timed[]): Promise<void> {
  if (rules.length === 0 || subjects.length === 0) return;
  const triggers = [...new Map(rules.map(({ trigger }) => [clockOf(trigger), trigger]))];
  const starts = subjects.flatMap((subject) =>
    triggers.flatMap(([clock, trigger]) => {
      const start = startOf(trigger, subject);
      return start ? [{ clock, conversationId: subject.id, ...start }] : [];
    }),
  );
  const ids = subjects.map(({ id }) => id);
  await storeDues(companyId, timersOf(rules), ids, starts);
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
    const byDate = rules.filter(({ triggerType }) => triggerType === "date_field");
    if (byDate.length > 0 && input.contactIds.length > 0)
      await plan(actor, byDate, await subjectsOfContacts(actor.companyId, input.contactIds));
    return {};
  },
});

const page = 500;
const first = "00000000-0000-0000-0000-000000000000";

/** A rule by time that was switched on: its due times in what there is already, a page at a time. */
export const planRule = command({
  name: "rules.planRule",
  access: "system",
  input: z.object({ ruleId: z.string(), after: z.string().default(first) }),
  output: z.object({ after: z.string().nullable() }),
  example: (given) => ({ ruleId: given.ruleId ?? "" }),
  async run({ actor, input }) {
    const { companyId } = actor;
    const rule = (await byTime(actor)).find(({ id }) => id === input.ruleId);
    if (!rule || rule.planned) return { after: null };
    const subjects = await subjectsAfter(companyId, input.after, rule.triggerType !== "date_field", page);
    await plan(actor, [rule], subjects);
    const last = subjects.at(-1);
    if (subjects.length === page && last) return { after: last.id };
    await prisma.rule.updateMany({ where: { companyId, id: rule.id, version: rule.version }, data: { planned: true } });
    return { after: null };
  },
});

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

const dueSchema = z.object({ ruleId: z.string(), conversationId: z.string() });

export const listDues = query({
  name: "rules.listDues",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(100) }),
  output: z.object({ dues: z.array(dueSchema) }),
  example: () => ({}),
  run: async ({ actor, now, input }) => ({ dues: await dueNow(actor.companyId, now, input.limit) }),
});

/** Runs a rule that is due in a conversation, looked at again under its lock; once for each cause. */
export const runDue = command({
  name: "rules.runDue",
  access: "system",
  input: dueSchema,
  output: z.object({ ran: z.boolean() }),
  example: (given) => ({ ruleId: given.ruleId ?? "", conversationId: given.conversationId ?? "" }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    const { ruleId, conversationId } = input;
    if (!(await lockAnyConversation(actor, conversationId))) return { ran: false };
    const rule = (await byTime(actor)).find(({ id }) => id === ruleId);
    if (!rule) {
      await prisma.ruleDue.deleteMany({ where: { companyId, ruleId, conversationId } });
      return { ran: false };
    }
    const [subject] = await subjectsOf(companyId, [conversationId]);
    await plan(actor, [rule], subject ? [subject] : []);
    const timing = subject && timingOf(rule.trigger, subject);
    if (!timing || !(await lookAtDue(companyId, ruleId, conversationId, now))) return { ran: false };
    const cause = `${rule.triggerType}:${ruleId}:${conversationId}:${timing.anchor}`;
    const [[verdict] = []] = await judge(actor, now, [{ subject, said: undefined, rules: [rule] }]);
    if (!verdict || (await hasRun(actor, cause))) return { ran: false };
    const about = { conversationId, cause, triggerType: rule.triggerType, eventId: null, depth: 1 };
    await runRule(rule, about, verdict.why);
    emit(ran([ruleId]));
    return { ran: true };
  },
});
