/** Of a company. */
export const maxFields = 100;

export const fieldEntities = ["contact", "conversation"] as const;
export type FieldEntity = (typeof fieldEntities)[number];

export const fieldTypes = ["text", "number", "date", "boolean", "list", "url"] as const;
export type FieldType = (typeof fieldTypes)[number];

export const maxOptions = 100;

/** YYYY-MM-DD, and such a day exists. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

const customOperators = ["=", ">=", "<="] as const;
type CustomOperator = (typeof customOperators)[number];
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
