import { isDay } from "#server/fields/choices.ts";

/** Entry methods the service itself writes; others are accepted. */
export const knownEntryMethods = [
  "WEB",
  "WHATSAPP",
  "FACEBOOK",
  "INSTAGRAM",
  "API",
  "FORM",
  "FB_LEADADS",
  "ZAPIER",
  "CHATBOT",
  "MANUAL",
  "IMPORT",
] as const;

export const orderFields = [
  "_id",
  "creationDate",
  "createdAt",
  "lastUpdate",
  "updatedAt",
  "name",
  "email",
  "status",
  "rating",
] as const;
export type OrderField = (typeof orderFields)[number];

/** Why two contacts are likely to be one person. */
export const duplicateReasons = ["email", "phone", "platform", "name"] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** Before the key of a custom field in `orderBy`. */
export const customPrefix = "customFields.";

export const customOperators = ["=", ">=", "<="] as const;
export type CustomOperator = (typeof customOperators)[number];
/** One condition on a custom field; an empty value: the field has none. */
export type CustomCondition = { key: string; operator: CustomOperator; value: string };

/** "seats>=3" as its parts; undefined where it makes no sense. */
export function readCondition(text: string): CustomCondition | undefined {
  const [, key = "", found = "", given = ""] = /^([^=<>]{1,100}?)\s*(>=|<=|=)(.*)$/su.exec(text) ?? [];
  const operator = customOperators.find((one) => one === found);
  if (!operator || key.trim() === "") return undefined;
  const value = given.trim();
  const comparable = value !== "" && (isDay(value) || Number.isFinite(Number(value)));
  return operator === "=" || comparable ? { key: key.trim(), operator, value } : undefined;
}
