import type { Actor } from "#server/core/actor.ts";
import { fieldsOf } from "./access.ts";
import type { FieldType } from "./choices.ts";
import { isFilled, readValues } from "./values.ts";

/** A value that a visitor sees, with the name and the type of its field. */
type ShownToVisitor = { label: string; type: FieldType; value: string | number | boolean };

const isPlain = (value: unknown): value is ShownToVisitor["value"] =>
  ["string", "number", "boolean"].includes(typeof value);

/**
 * Of a conversation's values those that its visitor may see, in the order of their fields: of fields that say so, and
 * only what fits them. The key stays with the team.
 */
export async function shownToVisitor(
  company: Pick<Actor, "companyId">,
  custom: Readonly<Record<string, unknown>>,
): Promise<ShownToVisitor[]> {
  if (Object.keys(custom).length === 0) return [];
  const fields = (await fieldsOf(company, "conversation")).filter(({ visibleToVisitor }) => visibleToVisitor);
  return fields.flatMap((field) => {
    const { values, misfits } = readValues([field], { [field.key]: custom[field.key] ?? null });
    const value = values[field.key];
    if (misfits.length > 0 || !isFilled(value) || !isPlain(value)) return [];
    return [{ label: field.label, type: field.type, value }];
  });
}
