import { AppError, invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { fieldsOf } from "./access.ts";
import { isFilled, readValues } from "./values.ts";

type Company = Pick<Actor, "companyId">;
type Custom = Readonly<Record<string, unknown>>;

/** Values for customFields as they are kept; refuses what does not fit a field that the company has defined. */
export async function fittingValues(company: Company, custom: Custom): Promise<Record<string, unknown>> {
  if (Object.keys(custom).length === 0) return {};
  const { values, misfits } = readValues(await fieldsOf(company), custom);
  const [first] = misfits;
  if (first) throw invalidField(`customFields.${first.key}`, first.message, "invalid_value");
  return { ...values };
}

/** Refuses to go on while a field that is required has no value. What there is, is read only where something is required. */
export async function requireFilled(company: Company, read: () => Promise<Custom>): Promise<void> {
  const required = (await fieldsOf(company)).filter(({ requiredOnClose }) => requiredOnClose);
  if (required.length === 0) return;
  const custom = await read();
  const missing = required.filter(({ key }) => !isFilled(custom[key]));
  if (missing.length === 0) return;
  const message = `Fill in ${missing.map(({ label }) => label).join(", ")} first.`;
  const details = missing.map(({ key, label }) => ({
    ...{ field: `customFields.${key}`, code: "required" },
    message: `${label} is required before a conversation is closed.`,
  }));
  throw new AppError("conflict", { message, details });
}
