"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { isRecord } from "#components/live/records.ts";
import { channels, operators, type SlotOption } from "./conditions.ts";

type Words = (key: (typeof operators)[number]) => string;

const none: readonly SlotOption[] = [];

/** A condition as a person would say it, its fields by the names of `slots`; what is unknown or broken is called unknown. */
export function useConditionWords(slots = none): (condition: unknown) => string {
  const t = useTranslations("conditions");
  return useMemo(() => {
    const operatorWords: Words = (key) => t(`operators.${key}`);
    const listed = (values: readonly string[]) => values.join(t("or"));
    const joined = (conditions: unknown, by: "and" | "or") =>
      Array.isArray(conditions) ? conditions.map(whole).join(t(by)) : "";
    const known = (condition: Record<string, unknown>): string => {
      const { type, value } = condition;
      const operator = operators.find((one) => one === condition.operator);
      switch (type) {
        case "slot": {
          const slot = slots.find((one) => one.value === condition.slot)?.label ?? condition.slot;
          if (!operator || typeof slot !== "string") return "";
          return [slot, operatorWords(operator), listed([value ?? []].flat().map(String))].filter(Boolean).join(" ");
        }
        case "channel": {
          const named = channels.filter((one) => [value].flat().includes(one));
          return named.length > 0
            ? t("onChannel", { channels: listed(named.map((one) => t(`channelNames.${one}`))) })
            : "";
        }
        case "business_hours":
          return value === "in" || value === "out" ? t(`hoursNames.${value}`) : "";
        case "tag":
          if (typeof value !== "string") return "";
          return t(condition.operator === "has_not" ? "hasNoTag" : "hasTag", { tag: value });
        case "not":
          return t("not", { condition: whole(condition.condition) });
        case "all":
        case "any":
          return joined(condition.conditions, type === "all" ? "and" : "or");
        default:
          return "";
      }
    };
    const words = (condition: unknown): string => (isRecord(condition) && known(condition)) || t("unknown");
    // Within another: "(a or b) and c" is not "a or b and c".
    const whole = (condition: unknown) => {
      const inner = isRecord(condition) && Array.isArray(condition.conditions) ? condition.conditions.length : 0;
      return inner > 1 ? `(${words(condition)})` : words(condition);
    };
    return words;
  }, [t, slots]);
}
