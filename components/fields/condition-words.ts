"use client";

import { useTranslations } from "next-intl";
import { type FieldEntity, readCondition } from "#server/fields/choices.ts";
import { useFieldsOf } from "./shown-fields.ts";

/** A condition on a custom field as people read it: "Seats at least 3". */
export function useConditionWords(entity: FieldEntity, asked = true): (text: string) => string {
  const t = useTranslations("contacts.filters.custom");
  const fields = useFieldsOf(entity, asked);
  return (text) => {
    const { key = "", operator = "=", value = "" } = readCondition(text) ?? {};
    const label = fields.find((field) => field.key === key)?.label ?? key;
    if (operator === "=") return value === "" ? t("none", { label }) : t("is", { label, value });
    return t(operator === ">=" ? "least" : "most", { label, value });
  };
}
