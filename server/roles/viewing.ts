import type { z } from "zod";
import type { RoleRow } from "./access.ts";
import type { roleSchema } from "./schema.ts";

/** The Role resource. */
export function viewRole(
  { companyId: _company, channelIds, maskedFields, ...role }: RoleRow,
  people: number,
): z.input<typeof roleSchema> {
  return {
    ...role,
    channels: channelIds,
    maskedFields: maskedFields as z.input<typeof roleSchema>["maskedFields"],
    people,
  };
}
