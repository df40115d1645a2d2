import { type ListFilter, noFilter } from "#components/conversations/inbox/inbox-address.ts";
import type { DraftAction } from "#components/macros/action-list.tsx";
import { lacksPhrase } from "#components/triggers/trigger-draft.ts";
import {
  isTime,
  type MessageAuthor,
  type RuleMode,
  type RuleRating,
  type RuleTriggerType,
} from "#server/rules/choices.ts";
import type { Rule, RuleTrigger } from "#server/rules/schema.ts";
import type { TriggerMatch } from "#server/triggers/schema.ts";
import { askedOf, shownFilters } from "./shown-filters.ts";

export const units = { minutes: 1, hours: 60, days: 1440 } as const;
export type Unit = keyof typeof units;

/** A rule while it is edited: every field of the form, whatever the stored one leaves out. */
export type RuleDraft = {
  name: string;
  type: RuleTriggerType;
  from: MessageAuthor;
  rating: RuleRating;
  amount: string;
  unit: Unit;
  before: boolean;
  phaseId: string;
  field: string;
  matches: TriggerMatch[];
  channels: string[];
  businessHours: "always" | "in" | "out";
  filter: ListFilter;
  /** Filters that the inbox has no chip for. */
  others: Record<string, unknown>;
  tree: readonly unknown[];
  mode: RuleMode;
  actions: readonly DraftAction[];
};

export const emptyDraft: RuleDraft = {
  ...{ name: "", type: "conversation/message", from: "visitor", amount: "30", unit: "minutes", before: false },
  ...{ rating: "any", phaseId: "", field: "", matches: [], channels: [], businessHours: "always" },
  ...{ filter: noFilter, others: {}, tree: [], mode: "all", actions: [{ id: 0, name: "tag_add", input: {} }] },
};

/** The largest unit that says it whole. */
function unitOf(minutes: number): Unit {
  if (minutes % units.days === 0) return "days";
  return minutes % units.hours === 0 ? "hours" : "minutes";
}

export function draftOf({ name, trigger, conditions, actions, mode }: Rule): RuleDraft {
  const minutes = Math.abs(trigger.minutes ?? 30);
  const unit = unitOf(minutes);
  return {
    ...{ name, type: trigger.type, from: trigger.from ?? "visitor", amount: String(minutes / units[unit]), unit, mode },
    ...{ before: (trigger.minutes ?? 0) < 0, phaseId: trigger.phaseId ?? "", field: trigger.field ?? "" },
    rating: trigger.rating ?? "any",
    matches: conditions.matches.map(({ type, value }) => ({ type, value })),
    channels: conditions.channels ?? [],
    businessHours: conditions.businessHours ?? "always",
    ...shownFilters(conditions.filters),
    tree: conditions.tree ?? [],
    actions: actions.map(({ name: action, input }, id) => ({ id, name: action, input: { ...input } })),
  };
}

function triggerOf({ type, from, rating, amount, unit, before, phaseId, field }: RuleDraft): RuleTrigger {
  if (type === "conversation/message") return { type, from };
  if (type === "csat/received") return { type, rating };
  if (!isTime(type)) return { type };
  const count = Math.round((Number(amount) || 0) * units[unit]);
  if (type === "date_field") return { type, field: field.trim(), minutes: before ? -count : count };
  return { type, minutes: count, ...(type === "in_phase" && phaseId !== "" ? { phaseId } : {}) };
}

/** What keeps it from being tried; undefined: nothing. */
export function faultInCause({ type, matches, field }: RuleDraft) {
  if (type === "date_field" && field.trim() === "") return "field";
  return type === "conversation/message" && lacksPhrase(matches) ? "matches" : undefined;
}

/** What keeps it from being saved. */
export function faultIn(draft: RuleDraft) {
  if (draft.name.trim() === "") return "name";
  return faultInCause(draft) ?? (draft.actions.length === 0 ? "actions" : undefined);
}

/** What is sent. */
export function storedOf(draft: RuleDraft) {
  const { channels, businessHours, filter, others, tree, actions, mode } = draft;
  const filters = { ...others, ...askedOf(filter) };
  return {
    name: draft.name.trim(),
    trigger: triggerOf(draft),
    conditions: {
      matches: draft.type === "conversation/message" ? draft.matches.filter(({ value }) => value.trim() !== "") : [],
      ...(channels.length > 0 ? { channels } : {}),
      ...(businessHours === "always" ? {} : { businessHours }),
      ...(Object.keys(filters).length > 0 ? { filters } : {}),
      ...(tree.length > 0 ? { tree: [...tree] } : {}),
    },
    actions: actions.map(({ name, input }) => ({ name, input })),
    mode,
  };
}
