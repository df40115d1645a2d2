import { isDeepStrictEqual } from "node:util";
import { AppError, invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { fieldsOf } from "./access.ts";
import { type FieldEntity, readCondition } from "./choices.ts";
import { isFilled, readValues } from "./values.ts";

type Company = Pick<Actor, "companyId">;
type Custom = Readonly<Record<string, unknown>>;

/** Values for customFields as they are kept; refuses what does not fit a field that the company has defined. */
export async function fittingValues(company: Company, entity: FieldEntity, custom: Custom): Promise<Custom> {
  if (Object.keys(custom).length === 0) return {};
  const { values, misfits } = readValues(await fieldsOf(company, entity), custom);
  const [first] = misfits;
  if (first) throw invalidField(`customFields.${first.key}`, first.message, "invalid_value");
  return { ...values };
}

/** The same for changes: what is as it was is not judged, as its option may be gone since and it is sent back as read. */
export function fittingChanges(
  company: Company,
  entity: FieldEntity,
  before: Custom,
  changes: Custom,
): Promise<Custom> {
  const changed = Object.entries(changes).filter(([key, value]) => !isDeepStrictEqual(value, before[key]));
  return fittingValues(company, entity, Object.fromEntries(changed));
}

/** Where values are read that must be there; what has none of an entity needs none. */
type Filled = Partial<Record<FieldEntity, () => Promise<Custom>>>;

/** Refuses to go on while a field that is required has no value. What there is, is read only where something is required. */
export async function requireFilled(company: Company, filled: Filled): Promise<void> {
  const required = (await fieldsOf(company, "all")).filter(({ requiredOnClose }) => requiredOnClose);
  const missing: { entity: FieldEntity; key: string; label: string }[] = [];
  for (const [entity, read] of Object.entries(filled) as [FieldEntity, () => Promise<Custom>][]) {
    const own = required.filter((field) => field.entity === entity);
    const custom = own.length > 0 ? await read() : {};
    missing.push(...own.filter(({ key }) => !isFilled(custom[key])).map(({ key, label }) => ({ entity, key, label })));
  }
  if (missing.length === 0) return;
  const message = `Fill in ${missing.map(({ label }) => label).join(", ")} first.`;
  const details = missing.map(({ key, label }) => ({
    field: `customFields.${key}`,
    code: "required",
    message: `${label} is required before a conversation is closed.`,
  }));
  throw new AppError("conflict", { message, details, extra: { missingFields: missing } });
}

const ranged: readonly string[] = ["number", "date"];

/**
 * Refuses a filter by a field that nobody has defined, or by a value that is not of its type. Any value of a list may be
 * looked for: options that are gone are still what some have.
 */
export async function checkCustomFilter(
  company: Company,
  entity: FieldEntity,
  texts: readonly string[] | undefined,
): Promise<void> {
  if (!texts || texts.length === 0) return;
  const fields = await fieldsOf(company, entity);
  for (const text of texts) {
    const { key = "", operator, value = "" } = readCondition(text) ?? {};
    const field = fields.find((one) => one.key === key);
    if (!field) throw invalidField("customFields", `There is no custom field with the key ${key}.`, "unknown_field");
    if (operator !== "=" && !ranged.includes(field.type))
      throw invalidField("customFields", `${field.label} is no number and no day: only = compares it.`, "not_ordered");
    if (field.type === "list") continue;
    const [misfit] = readValues([field], { [key]: value }).misfits;
    if (misfit) throw invalidField("customFields", misfit.message, "invalid_value");
  }
}
