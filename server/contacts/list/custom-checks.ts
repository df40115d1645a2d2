import { invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { masksOf } from "#server/core/rights.ts";
import { fieldsOf } from "#server/fields/access.ts";
import { readValues } from "#server/fields/values.ts";
import { readCondition } from "../choices.ts";

const ranged: readonly string[] = ["number", "date"];

/** Refuses a filter by a field that nobody has defined, or by a value that is not of its type. */
export async function checkCustomFilter(actor: Actor, texts: readonly string[] | undefined): Promise<void> {
  if (!texts || texts.length === 0) return;
  const fields = await fieldsOf(actor);
  for (const text of texts) {
    const { key = "", operator, value = "" } = readCondition(text) ?? {};
    const field = fields.find((one) => one.key === key);
    if (!field) throw invalidField("customFields", `There is no custom field with the key ${key}.`, "unknown_field");
    if (operator !== "=" && !ranged.includes(field.type))
      throw invalidField("customFields", `${field.label} is no number and no day: only = compares it.`, "not_ordered");
    const [misfit] = readValues([field], { [key]: value }).misfits;
    if (misfit) throw invalidField("customFields", misfit.message, "invalid_value");
  }
}

/** The defined field that a list is sorted by. Words are not sorted for people who see some of them masked. */
export async function sortedField(actor: Actor, key: string): Promise<{ key: string; type: string }> {
  const field = (await fieldsOf(actor)).find((one) => one.key === key);
  if (!field) throw invalidField("orderBy", `There is no custom field with the key ${key}.`, "unknown_field");
  if (masksOf(actor).length > 0 && !["number", "date", "boolean"].includes(field.type))
    throw invalidField("orderBy", "Your role does not show this field as it is.", "hidden");
  return field;
}
