"use client";

import { useTranslations } from "next-intl";
import { useDirectory } from "#components/conversations/data/directory.ts";
import type { ActionName } from "#server/actions/choices.ts";
import { isTime, type RuleTriggerType } from "#server/rules/choices.ts";
import type { Rule } from "#server/rules/schema.ts";
import { draftOf } from "./rule-draft.ts";

type KeyOf<T> = T extends `${infer Noun}/${infer Deed}` ? `${Noun}_${Deed}` : T;

/** A key of texts has no slash. */
const keyOf = (type: RuleTriggerType) => type.replace("/", "_") as KeyOf<RuleTriggerType>;

/** "A message is written": what sets a rule off. */
export function useTriggerWords() {
  const t = useTranslations("rules");
  return (type: RuleTriggerType) => t(`triggers.${keyOf(type)}`);
}

/** What a rule says in one line: when it runs, and what it does. */
export function useRuleWords() {
  const t = useTranslations("rules");
  const words = useTriggerWords();
  const does = useActionWords();
  return (rule: Rule) => {
    const { type, rating = "any" } = rule.trigger;
    const { amount, unit } = draftOf(rule);
    const span = isTime(type) ? ` · ${t(`span.${unit}`, { count: Number(amount) })}` : "";
    const rated = rating === "any" ? "" : ` · ${t(`form.ratings.${rating}`)}`;
    const heard = rule.conditions.matches.map(({ value }) => `“${value}”`).join(", ");
    return {
      when: `${words(type)}${span}${rated}${heard ? ` · ${heard}` : ""}`,
      does: rule.actions.map(({ name, input }) => does(name, input)).join(", "),
    };
  };
}

/** What an action will do, by the names of what it is about. */
export function useActionWords() {
  const t = useTranslations("actions");
  const directory = useDirectory();
  return (name: ActionName, input: Readonly<Record<string, unknown>>) => {
    const text = (key: string) => (typeof input[key] === "string" ? input[key] : "");
    const named =
      directory.user(text("assignedTo")) ?? directory.team(text("teamId"))?.name ?? directory.phase(text("phaseId"));
    const amount = typeof input.amount === "number" ? String(input.amount) : "";
    const value = named || text("tag") || text("title") || text("step") || amount || "…";
    return t(`${name}.will`, { value });
  };
}
