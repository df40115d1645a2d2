import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { readableRule } from "#server/rules/access.ts";
import { dryRunOne } from "#server/rules/dry-running.ts";
import { runRule } from "#server/rules/running.ts";
import { createRule } from "#server/rules/writing.ts";
import { createTrigger } from "#server/triggers/writing.ts";

/** What the shop has done by itself. */
const rules = [
  {
    name: "Refunds come first",
    trigger: { type: "conversation/message" },
    conditions: {
      matches: [
        { type: "phrase", value: "refund" },
        { type: "phrase", value: "reembolso" },
      ],
    },
    actions: [
      { name: "tag_add", input: { tag: "refund" } },
      { name: "priority", input: { priority: "high" } },
    ],
  },
  {
    name: "Lost parcels",
    trigger: { type: "conversation/message" },
    conditions: { matches: [{ type: "contains", value: "nothing has arrived" }] },
    actions: [
      { name: "note", input: { message: "Ask the carrier first, then tell {{contact.firstName|the customer}}." } },
      { name: "contact_tag_add", input: { tag: "parcel" } },
    ],
  },
  {
    name: "Bad ratings are looked at",
    trigger: { type: "csat/received", rating: "bad" },
    conditions: {},
    actions: [{ name: "task_create", input: { title: "Find out what went wrong" } }],
  },
  {
    name: "Nobody waits longer than an hour",
    trigger: { type: "no_human_answer", minutes: 60 },
    conditions: { businessHours: "in" },
    actions: [
      { name: "priority", input: { priority: "urgent" } },
      { name: "note", input: { message: "Has waited for an hour. Please answer next." } },
    ],
  },
] as const;

/** So many of the last week's conversations have a run: what it would have done there, it does now. */
const past = 6;

/** Runs of a rule, with what they did. */
async function seedRuns(actor: Actor, ruleId: string): Promise<void> {
  const { conversations } = await dryRunOne.execute(actor, { ruleId, limit: past });
  for (const { conversationId, why } of conversations)
    await inTransaction(actor.companyId, async () => {
      const rule = await readableRule(actor, ruleId);
      if (!(await lockAnyConversation(actor, conversationId))) return;
      const cause = `demo:${ruleId}:${conversationId}`;
      const about = { conversationId, cause, triggerType: rule.trigger.type, eventId: null, depth: 1 };
      await runRule(rule, about, why);
    });
}

export async function seedRules(actor: Actor): Promise<void> {
  for (const { name, trigger, conditions, actions } of rules) {
    const { matches = [], ...others } = { matches: [], ...conditions };
    const written = { name, trigger, conditions: { ...others, matches: [...matches] }, actions: [...actions] };
    const { id } = await createRule.execute(actor, { ...written, enabled: true });
    if (name === "Lost parcels") await seedRuns(actor, id);
  }
}

const phrases = (...values: string[]) => ({ matches: values.map((value) => ({ type: "phrase" as const, value })) });

/** What the bot answers in the middle of any flow. */
const triggers = [
  {
    name: "Public holidays",
    conditions: phrases("holiday", "holidays"),
    actions: { response: "On public holidays the shop is closed. The next day we open at 9.", tag: "holidays" },
  },
  {
    name: "Complaints go to a person",
    conditions: phrases("complaint", "complain"),
    actions: {
      response: "I am sorry to hear that. A colleague will answer you here.",
      tag: "complaint",
      operatorNeeded: true,
    },
  },
];

export async function seedTriggers(actor: Actor): Promise<void> {
  for (const trigger of triggers) await createTrigger.execute(actor, trigger);
}
