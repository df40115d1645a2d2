import type { Messages } from "#i18n/namespaces.ts";
import type { RowFault } from "#server/imports/schema.ts";

/** Which words say what is wrong with a cell; undefined: none say as much as the server's own. */
export function rowFaultWord({ field, code, message }: RowFault): keyof Messages["importing"]["rowFaults"] | undefined {
  if (field === "") return "noOne";
  if (field === "phone" && code === "invalid_phone") return /spreadsheet/.test(message) ? "shortened" : "phone";
  if (field === "email" && code !== "too_big") return "email";
  if (field === "assignedTo") return /several/i.test(message) ? "owners" : "owner";
  if (code === "already_exists") return "exists";
  if (code === "too_many") return "tooMany";
  return code === "too_big" && /characters/i.test(message) ? "tooLong" : undefined;
}
