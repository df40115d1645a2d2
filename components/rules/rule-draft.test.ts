import { expect, it } from "vitest";
import { noFilter } from "#components/conversations/inbox/inbox-address.ts";
import { type Rule, ruleTriggerSchema } from "#server/rules/schema.ts";
import { draftOf, emptyDraft, faultIn, faultInCause, storedOf } from "./rule-draft.ts";

const stored: Rule = {
  ...{ id: "r", name: "Renewals", order: 0, mode: "first", enabled: true, enabledAt: null, version: 3 },
  trigger: { type: "date_field", field: "renewal", minutes: -2880 },
  conditions: {
    matches: [],
    businessHours: "in",
    filters: {
      ...{ tags: ["vip, or so"], utmSource: "ads", nextStep: false, waiting: true, priority: ["urgent", "low"] },
      ...{ customFields: ["reason=Refund, twice", "boxes>=2"], chatbotState: "ON", snoozed: false },
      ...{ status: "ACTIVE", channel: ["web"], preAssigned: "somebody" },
    },
    tree: [{ type: "slot", slot: "plan", operator: "equals", value: "gold" }, { type: "of another kind" }],
  },
  actions: [{ name: "template", input: { templateId: 7 } }],
  ...{ createdAt: "2026-11-23T00:00:00.000Z", updatedAt: "2026-11-23T00:00:00.000Z" },
};

it("shows every filter that the inbox has a chip for, keeps the others, and says times in the unit that fits [W12]", () => {
  const draft = draftOf(stored);
  expect(draft).toMatchObject({ amount: "2", unit: "days", before: true, businessHours: "in" });
  expect(draft.filter).toMatchObject({ tags: ["vip, or so"], utmSource: "ads", nextStep: "false", waiting: "true" });
  expect(draft.filter.customFields).toEqual(["reason=Refund, twice", "boxes>=2"]);
  const others = { chatbotState: "ON", snoozed: false, status: "ACTIVE", channel: ["web"], preAssigned: "somebody" };
  expect(draft.others).toEqual(others);
  const { name, trigger, conditions, actions, mode } = stored;
  const sorted = { ...conditions.filters, priority: ["low", "urgent"] };
  expect(storedOf(draft)).toEqual({ name, trigger, conditions: { ...conditions, filters: sorted }, actions, mode });
  expect(storedOf({ ...draft, filter: noFilter }).conditions.filters).toEqual(others);
});

it("makes a trigger that the server takes, whatever was chosen before [W12]", () => {
  const left = {
    ...emptyDraft,
    field: "renewal",
    phaseId: "p",
    rating: "bad" as const,
    from: "team" as const,
    amount: "2",
    unit: "hours" as const,
  };
  const types = [
    "conversation/message",
    "csat/received",
    "task/due",
    "no_human_answer",
    "in_phase",
    "date_field",
  ] as const;
  const made = types.map((type) => storedOf({ ...left, type, matches: [{ type: "equals", value: "x" }] }));
  for (const { trigger } of made) expect(ruleTriggerSchema.safeParse(trigger).error).toBeUndefined();
  expect(made.map(({ trigger }) => trigger.minutes)).toEqual([undefined, undefined, undefined, 120, 120, 120]);
  expect(made.map(({ conditions }) => conditions.matches.length)).toEqual([1, 0, 0, 0, 0, 0]);
  expect(made[1]?.trigger).toEqual({ type: "csat/received", rating: "bad" });
});

it("says which part of it is missing, and tries out nothing that would hold for any message by mistake [W12]", () => {
  const draft = { ...emptyDraft, name: "Refunds", matches: [{ type: "phrase" as const, value: " " }] };
  expect([faultIn({ ...draft, name: " " }), faultIn(draft), faultInCause(draft)]).toEqual([
    "name",
    "matches",
    "matches",
  ]);
  expect(faultIn({ ...draft, type: "date_field" })).toBe("field");
  expect(faultIn({ ...draft, type: "date_field", field: "renewal" })).toBeUndefined();
  expect(faultIn({ ...draft, matches: [], actions: [] })).toBe("actions");
  expect(faultInCause({ ...draft, matches: [], actions: [] })).toBeUndefined();
});
