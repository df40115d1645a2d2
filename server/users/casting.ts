import type { Actor } from "#server/core/actor.ts";
import { presetOf } from "#server/core/permissions.ts";
import type { User } from "#server/db/generated/client.ts";
import { knownRole } from "#server/roles/access.ts";

type Cast = Pick<User, "role" | "roleId">;

/**
 * The role after a change. A client that knows only presets and sends back the `role` it read changes nothing; another
 * preset ends the custom role. With a custom role `role` follows from it.
 */
export async function castRole(
  actor: Actor,
  before: Cast,
  given: { role?: Cast["role"] | undefined; roleId?: string | null | undefined },
): Promise<Cast> {
  if (given.roleId) {
    const { id, permissions } = await knownRole(actor, given.roleId, "roleId");
    return { role: presetOf(permissions), roleId: id };
  }
  const { role = before.role } = given;
  const stays = given.roleId === undefined && role === before.role;
  return { role, roleId: stays ? before.roleId : null };
}
