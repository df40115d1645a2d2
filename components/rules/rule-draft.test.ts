import { expect, it } from "vitest";
import { type Rule, ruleTriggerSchema } from "#server/rules/schema.ts";
import { draftOf, emptyDraft, storedOf } from "./rule-draft.ts";

const stored: Rule = {
  ...{ id: "r", name: "Renewals", order: 0, mode: "first", enabled: true, enabledAt: null, version: 3 },
  trigger: { type: "date_field", field: "renewal", minutes: -2880 },
  conditions: {
    matches: [],
    businessHours: "in",
    filters: { tags: ["vip"], utmSource: "ads" },
    tree: [{ type: "tag", value: "vip" }],
  },
  actions: [{ name: "template", input: { templateId: 7 } }],
  ...{ createdAt: "2026-11-23T00:00:00.000Z", updatedAt: "2026-11-23T00:00:00.000Z" },
};

it("keeps what only programs write when a rule is edited, and says times in the unit that fits [W12]", () => {
  const draft = draftOf(stored);
  expect(draft).toMatchObject({ amount: "2", unit: "days", before: true, tags: ["vip"], businessHours: "in" });
  const { name, trigger, conditions, actions, mode } = stored;
  expect(storedOf(draft, stored)).toEqual({ name, trigger, conditions, actions, mode });
  const { filters } = storedOf({ ...draft, tags: [] }, stored).conditions;
  expect(filters).toEqual({ utmSource: "ads" });
});

it("makes a trigger that the server takes, whatever was chosen before [W12]", () => {
  const left = {
    ...emptyDraft,
    field: "renewal",
    phaseId: "p",
    from: "team" as const,
    amount: "2",
    unit: "hours" as const,
  };
  const types = ["conversation/message", "task/due", "no_human_answer", "in_phase", "date_field"] as const;
  const made = types.map((type) => storedOf({ ...left, type, matches: [{ type: "equals", value: "x" }] }));
  for (const { trigger } of made) expect(ruleTriggerSchema.safeParse(trigger).error).toBeUndefined();
  expect(made.map(({ trigger }) => trigger.minutes)).toEqual([undefined, undefined, 120, 120, 120]);
  expect(made.map(({ conditions }) => conditions.matches.length)).toEqual([1, 0, 0, 0, 0]);
});
