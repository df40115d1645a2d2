import type { Mask, Masked } from "./permissions.ts";
import { dots } from "./words.ts";

// Custom fields marked as personal data (W9): who is shown people masked sees that such a field has a value, not which.

/** custom: among custom fields, where keys are the company's own; personal: hidden as a whole. */
export type Kind = Masked | "custom" | "personal";

/** As records call the custom fields, and as bots and their endpoints do. */
const names: readonly string[] = ["customFields", "custom"];
const prefix = /^(?:customFields|custom)\./;

/** Whether the custom field of this key is hidden as a whole. */
export const isPersonal = (key: string, masks: readonly Mask[]) => masks.includes(`field:${key}`);

/** A value of which nothing is shown. */
export const wholly = (value: unknown) => (value === undefined || value === null || value === "" ? value : dots);

/** What lies under a key: the custom fields, or one that is hidden among them. */
export function personalKind(key: string, masks: readonly Mask[], within: Kind | undefined): Kind | undefined {
  if (names.includes(key) && within !== "custom") return "custom";
  const name = prefix.test(key) ? key.replace(prefix, "") : within === "custom" ? key : undefined;
  return name !== undefined && isPersonal(name, masks) ? "personal" : undefined;
}

const naming = ["field", "text", "key", "label", "name"];
const valued: ReadonlySet<string> = new Set(["from", "to", "value", "before", "after"]);

/** Of an object that names a custom field and has its values elsewhere, as histories and the audit log do. */
export function personalEntry(
  value: Record<string, unknown>,
  masks: readonly Mask[],
): (key: string) => Kind | undefined {
  const named = naming.flatMap((key) => (typeof value[key] === "string" ? [value[key]] : []));
  const isOne = named.some(
    (name) =>
      (prefix.test(name) && isPersonal(name.replace(prefix, ""), masks)) ||
      ("value" in value && isPersonal(name, masks)),
  );
  const kind = isOne
    ? ("personal" as const)
    : named.some((name) => names.includes(name))
      ? ("custom" as const)
      : undefined;
  return (key) => (valued.has(key) ? kind : undefined);
}

/** A condition of a list: "passport=AB12". */
export function personalText(text: string, masks: readonly Mask[]): string {
  const [, key = "", operator = ""] = /^([^=<>]{1,100}?)\s*(>=|<=|=)/u.exec(text) ?? [];
  return operator !== "" && isPersonal(key.trim(), masks) ? `${key}${operator}${dots}` : text;
}
