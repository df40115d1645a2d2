import type { Actor } from "#server/core/actor.ts";
import { createRule } from "#server/rules/writing.ts";

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
    name: "Nobody waits longer than an hour",
    trigger: { type: "no_human_answer", minutes: 60 },
    conditions: { businessHours: "in" },
    actions: [
      { name: "priority", input: { priority: "urgent" } },
      { name: "note", input: { message: "Has waited for an hour. Please answer next." } },
    ],
  },
] as const;

export async function seedRules(actor: Actor): Promise<void> {
  for (const { name, trigger, conditions, actions } of rules) {
    const { matches = [], ...others } = { matches: [], ...conditions };
    const written = { name, trigger, conditions: { ...others, matches: [...matches] }, actions: [...actions] };
    await createRule.execute(actor, { ...written, enabled: true });
  }
}
