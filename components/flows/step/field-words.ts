"use client";

import { useTranslations } from "next-intl";
import { useConditionWords } from "#components/conditions/condition-words.ts";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { isRecord } from "#components/live/records.ts";
import { languages, nodeActions, questionTypes, responseTypes } from "#server/chatbots/choices.ts";
import { settingOf } from "./step-kinds.ts";

/** A field's value as a person reads it: no codes, and JSON only for unknown types. */
export function useFieldWords(): (field: string, value: unknown) => string {
  const t = useTranslations("flows");
  const and = useTranslations("conditions")("and");
  const directory = useDirectory();
  const condition = useConditionWords();

  const action = (value: unknown): string => {
    if (!isRecord(value)) return plain(value);
    const name = nodeActions.find((one) => one === value.name);
    const params = Array.isArray(value.params) ? value.params : [];
    const when = Array.isArray(value.conditions_to_execute) ? value.conditions_to_execute.map(condition) : [];
    const about = name === "SET" ? t("does.set_field", settingOf({ params })) : params.map(String).join(", ");
    const deed = [name ? t(`actions.names.${name}`) : plain(value.name), about].filter(Boolean).join(": ");
    return when.length > 0 ? t("changes.onlyWhen", { deed, when: when.join(and) }) : deed;
  };
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(plain).join("\n") : plain(value));
  const alternative = (value: unknown): string => {
    if (!isRecord(value)) return plain(value);
    const occasion = value.name === "offline-mode" ? "offline-mode" : "business-hours";
    return `${t(`step.instead.${occasion}`)}: ${texts(value.text)}`;
  };
  const synonyms = (value: unknown): string => {
    if (!isRecord(value) || !Array.isArray(value.synonyms)) return plain(value);
    return [plain(value.value), value.synonyms.map(plain).join(", ")].filter(Boolean).join(": ");
  };
  const plain = (value: unknown): string => {
    if (value === true || value === false) return t(value ? "changes.yes" : "changes.no");
    if (value === undefined || value === null) return "";
    if (typeof value === "string" || typeof value === "number") return String(value);
    if (Array.isArray(value)) return value.map(plain).join("\n");
    return Object.entries(value)
      .filter(([, one]) => one !== "" && !(Array.isArray(one) && one.length === 0))
      .map(([key, one]) => `${key}: ${plain(one)}`)
      .join("\n");
  };
  const translation = (value: unknown): string =>
    isRecord(value) ? Object.values(value).map(texts).filter(Boolean).join("\n") : "";
  const each = (words: (one: unknown) => string) => (value: unknown) =>
    (Array.isArray(value) ? value : [value]).map(words).join("\n");
  const special: Record<string, (value: unknown) => string> = {
    response_type: (value) => {
      const type = responseTypes.find((one) => one === value);
      return type ? t(`types.${type}`) : plain(value);
    },
    question_type: (value) => {
      const type = questionTypes.find((one) => one === value);
      return type && type !== "text/plain" ? t(`step.mediaTypes.${type}`) : t("step.mediaTypes.none");
    },
    actions: each(action),
    conditions_to_show: each(condition),
    alternative_texts: each(alternative),
    autodetect: each(synonyms),
    assigned_to: each((id) => directory.user(String(id)) ?? t("step.assignUnknown")),
    translations: (value) =>
      isRecord(value)
        ? languages
            .filter((language) => isRecord(value[language]))
            .map((language) => `${t(`languages.names.${language}`)}: ${translation(value[language])}`)
            .join("\n")
        : plain(value),
    interface_configuration: (value) => (isRecord(value) ? plain(value.restricted_actions) : plain(value)),
  };
  return (field, value) => {
    const isEmpty = value === "" || value === undefined || value === null || (Array.isArray(value) && !value.length);
    return (isEmpty ? "" : (special[field] ?? plain)(value)) || t("changes.empty");
  };
}
