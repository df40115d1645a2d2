import type { ActionName } from "#server/actions/choices.ts";
import { isTime, type MessageAuthor, type RuleMode, type RuleTriggerType } from "#server/rules/choices.ts";
import type { Rule, RuleTrigger } from "#server/rules/schema.ts";
import type { TriggerMatch } from "#server/triggers/schema.ts";

export const units = { minutes: 1, hours: 60, days: 1440 } as const;
export type Unit = keyof typeof units;

export type ActionDraft = { name: ActionName; input: Record<string, unknown> };

/** A rule while it is edited: every field of the form, whatever the stored one leaves out. */
export type RuleDraft = {
  name: string;
  type: RuleTriggerType;
  from: MessageAuthor;
  amount: string;
  unit: Unit;
  before: boolean;
  phaseId: string;
  field: string;
  matches: TriggerMatch[];
  channels: string[];
  businessHours: "always" | "in" | "out";
  tags: string[];
  assignedTo: string[];
  mode: RuleMode;
  actions: ActionDraft[];
};

export const emptyDraft: RuleDraft = {
  ...{ name: "", type: "conversation/message", from: "visitor", amount: "30", unit: "minutes", before: false },
  ...{ phaseId: "", field: "", matches: [], channels: [], businessHours: "always", tags: [], assignedTo: [] },
  ...{ mode: "all", actions: [{ name: "tag_add", input: { tag: "" } }] },
};

/** The largest unit that says it whole. */
function unitOf(minutes: number): Unit {
  if (minutes % units.days === 0) return "days";
  return minutes % units.hours === 0 ? "hours" : "minutes";
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

export function draftOf({ name, trigger, conditions, actions, mode }: Rule): RuleDraft {
  const minutes = Math.abs(trigger.minutes ?? 30);
  const unit = unitOf(minutes);
  return {
    ...{ name, type: trigger.type, from: trigger.from ?? "visitor", amount: String(minutes / units[unit]), unit, mode },
    ...{ before: (trigger.minutes ?? 0) < 0, phaseId: trigger.phaseId ?? "", field: trigger.field ?? "" },
    matches: conditions.matches.map(({ type, value }) => ({ type, value })),
    channels: conditions.channels ?? [],
    businessHours: conditions.businessHours ?? "always",
    tags: texts(conditions.filters?.tags),
    assignedTo: texts(conditions.filters?.assignedTo),
    actions: actions.map(({ name: action, input }) => ({ name: action, input: { ...input } })),
  };
}

function triggerOf({ type, from, amount, unit, before, phaseId, field }: RuleDraft): RuleTrigger {
  if (type === "conversation/message") return { type, from };
  if (!isTime(type)) return { type };
  const count = Math.round((Number(amount) || 0) * units[unit]);
  if (type === "date_field") return { type, field: field.trim(), minutes: before ? -count : count };
  return { type, minutes: count, ...(type === "in_phase" && phaseId !== "" ? { phaseId } : {}) };
}

/** What is sent: conditions that only other programs know stay as they are. */
export function storedOf(draft: RuleDraft, known?: Rule) {
  const { channels, businessHours, tags, assignedTo, actions, mode } = draft;
  const { channels: _channels, businessHours: _hours, filters, ...others } = known?.conditions ?? {};
  const { tags: _tags, assignedTo: _assigned, ...otherFilters } = filters ?? {};
  const asked = {
    ...otherFilters,
    ...(tags.length > 0 ? { tags } : {}),
    ...(assignedTo.length > 0 ? { assignedTo } : {}),
  };
  return {
    name: draft.name.trim(),
    trigger: triggerOf(draft),
    conditions: {
      ...others,
      matches: draft.type === "conversation/message" ? draft.matches.filter(({ value }) => value.trim() !== "") : [],
      ...(channels.length > 0 ? { channels } : {}),
      ...(businessHours === "always" ? {} : { businessHours }),
      ...(Object.keys(asked).length > 0 ? { filters: asked } : {}),
    },
    actions,
    mode,
  };
}
