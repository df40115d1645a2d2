import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, sql } from "#server/db/sql.ts";

/** "", null and UNASSIGNED all mean unassigned. */
export function nobody(assignedTo: string | null): boolean {
  return assignedTo === null || assignedTo === "" || assignedTo === "UNASSIGNED";
}

/** An active person of the company; a reference error for the field otherwise (A9, E5). */
export async function assignableUser(actor: Actor, id: string, field: string): Promise<{ id: string; name: string }> {
  const user = isId(id)
    ? await row<{ id: string; name: string; active: boolean }>(sql`
        select "id", "name", "active" from users where "companyId" = ${actor.companyId} and "id" = ${id}`)
    : undefined;
  if (!user) throw invalidField(field, "No such user.", "unknown_reference");
  if (!user.active) throw invalidField(field, "This user is deactivated.", "inactive_user");
  return user;
}
