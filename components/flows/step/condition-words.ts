"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { conditionSchema, type FlowCondition } from "#server/chatbots/flow/condition-schema.ts";

type Words = (key: "filled" | "empty" | "equals" | "not_equals" | "contains" | "not_contains" | "one_of") => string;

/** A condition as a person would say it; an unknown type is called unknown. */
export function useConditionWords(): (condition: unknown) => string {
  const t = useTranslations("flows.conditions");
  return useMemo(() => {
    const operator: Words = (key) => t(`operators.${key}`);
    const listed = (values: readonly string[]) => values.join(t("or"));
    const known = (condition: FlowCondition): string => {
      switch (condition.type) {
        case "slot": {
          const values = [condition.value ?? []].flat().map(String);
          return [condition.slot, operator(condition.operator), listed(values)].filter(Boolean).join(" ");
        }
        case "channel":
          return t("onChannel", { channels: listed([condition.value].flat().map((one) => t(`channelNames.${one}`))) });
        case "business_hours":
          return t(`hoursNames.${condition.value}`);
        case "tag":
          return t(condition.operator === "has" ? "hasTag" : "hasNoTag", { tag: condition.value });
        case "not":
          return t("not", { condition: words(condition.condition) });
        case "all":
        case "any":
          return condition.conditions.map(words).join(t(condition.type === "all" ? "and" : "or"));
      }
    };
    const words = (condition: unknown): string => {
      const parsed = conditionSchema.safeParse(condition).data;
      return (parsed && known(parsed)) || t("unknown");
    };
    return words;
  }, [t]);
}
