import { invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { isHiddenKey } from "#server/core/masking.ts";
import { isPersonal } from "#server/core/personal.ts";
import { masksOf } from "#server/core/rights.ts";
import { fieldsOf } from "#server/fields/access.ts";

/** The defined field that a list is sorted by. Words are not sorted for people who see some of them masked. */
export async function sortedField(actor: Actor, key: string): Promise<{ key: string; type: string }> {
  const field = (await fieldsOf(actor, "contact")).find((one) => one.key === key);
  if (!field) throw invalidField("orderBy", `There is no custom field with the key ${key}.`, "unknown_field");
  const masks = masksOf(actor);
  const hides = field.type === "number" ? isHiddenKey(key, masks) : isPersonal(key, masks);
  if (hides || (masks.length > 0 && !["number", "date", "boolean"].includes(field.type)))
    throw invalidField("orderBy", "Your role does not show this field as it is.", "hidden");
  return field;
}
