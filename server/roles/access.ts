import { invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor, Rights, Sight } from "#server/core/actor.ts";
import { maskable, type Scope } from "#server/core/permissions.ts";
import type { CustomRole } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { personalKeysOf } from "#server/fields/access.ts";
import { teamIdsOf } from "#server/teams/access.ts";

export type RoleRow = Omit<CustomRole, "nameKey">;
type Reach = Pick<RoleRow, "permissions" | "readScope" | "writeScope" | "channelIds" | "unassigned" | "maskedFields">;

/** A role of the actor's company; not_found otherwise. */
export async function readableRole({ companyId }: Pick<Actor, "companyId">, id: string): Promise<RoleRow> {
  const found = isId(id) ? await prisma.customRole.findFirst({ where: { companyId, id } }) : undefined;
  if (!found) throw notFound("role");
  return found;
}

/** The same, held for a change. */
export async function lockRole({ companyId }: Pick<Actor, "companyId">, id: string): Promise<RoleRow> {
  const found = isId(id) ? await lockRow("roles", { companyId, id }, "to change") : undefined;
  if (!found) throw notFound("role");
  return found;
}

/** A role that a body names; a reference error for the field otherwise (A9). */
export async function knownRole({ companyId }: Pick<Actor, "companyId">, id: string, field: string): Promise<RoleRow> {
  const found = isId(id) ? await prisma.customRole.findFirst({ where: { companyId, id } }) : undefined;
  if (!found) throw invalidField(field, "No such role.", "unknown_reference");
  return found;
}

/** A narrowed scope makes of a permission the one for what is assigned: `sight` says what else belongs to that. */
function narrowed(name: string, { readScope, writeScope }: Reach): string {
  if (name === "clients_read" && readScope !== "all") return "clients_read_assigned";
  return name === "clients_write" && writeScope !== "all" ? "clients_write_assigned" : name;
}

/** What a person with this role and of these teams may do and see. */
export function rightsBy(role: Reach, teamIds: readonly string[], personal: readonly string[] = []): Rights {
  const masked = maskable.filter((field) => role.maskedFields.includes(field));
  const sight: Sight = {
    read: role.readScope,
    write: role.writeScope,
    teamIds,
    channelIds: role.channelIds,
    masks: masked.length > 0 ? [...masked, ...personal.map((key) => `field:${key}` as const)] : masked,
  };
  const permissions = new Set(role.permissions.map((name) => narrowed(name, role)));
  return { permissions, seesUnassigned: role.unassigned, sight };
}

const nothing: Rights = { permissions: new Set(), seesUnassigned: false };

/** The same by ids; nothing where there is no such role. */
export function rightsOfRole(companyId: string, roleId: string, userId: string): Promise<Rights> {
  return inCompany(companyId, async () => {
    const role = await prisma.customRole.findFirst({ where: { companyId, id: roleId } });
    if (!role) return nothing;
    const scoped: Scope[] = [role.readScope, role.writeScope];
    const teamIds = scoped.includes("team") ? await teamIdsOf({ companyId, userId }) : [];
    return rightsBy(role, teamIds, role.maskedFields.length > 0 ? await personalKeysOf({ companyId }) : []);
  });
}
