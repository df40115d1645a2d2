import type { Messages } from "#i18n/namespaces.ts";
import type { RowFault } from "#server/imports/schema.ts";

type FaultWord = keyof Messages["importing"]["rowFaults"];

/** What is too big is too long, but for what is counted: of these nothing says as much as the server's own words. */
function tooBigWord(field: string): FaultWord | undefined {
  if (field === "tags") return "tooMany";
  return field === "rating" || field === "customFields" ? undefined : "tooLong";
}

/** Which words say what is wrong with a cell, by its code and field; undefined: none say as much as the server's own. */
export function rowFaultWord({ field, code }: Pick<RowFault, "field" | "code">): FaultWord | undefined {
  if (field === "") return "noOne";
  if (code === "shortened_number") return "shortened";
  if (code === "too_big") return tooBigWord(field);
  if (code === "already_exists") return "exists";
  if (code === "too_many") return "tooMany";
  if (field === "phone" && code === "invalid_phone") return "phone";
  if (field === "email") return "email";
  if (field === "assignedTo") return code === "ambiguous_reference" ? "owners" : "owner";
  return undefined;
}
