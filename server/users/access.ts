import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { ownCompany, settingsOf } from "#server/companies/access.ts";
import { type Actor, can, type Rights, systemActor } from "#server/core/actor.ts";
import { permissionsOfRole, type Role } from "#server/core/permissions.ts";
import { beyond, readsAll } from "#server/core/rights.ts";
import type { User } from "#server/db/generated/client.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { rightsOfRole } from "#server/roles/access.ts";

/** A user without the password, and what only assignment asks. */
export type UserRow = Omit<User, "passwordHash" | "awaySince">;

/** A user of the actor's company, active or not; not_found otherwise. */
export async function readableUser({ companyId }: Actor, id: string): Promise<UserRow> {
  const where = { companyId, id };
  const found = isId(id) ? await prisma.user.findFirst({ where, omit: { passwordHash: true } }) : undefined;
  if (!found) throw notFound("user");
  return found;
}

/** The same, held for a change. */
export async function lockUser({ companyId }: Actor, id: string): Promise<UserRow> {
  const found = await lockRow("users", { companyId, id }, "to change");
  if (!found) throw notFound("user");
  const { passwordHash: _passwordHash, ...user } = found;
  return user;
}

/** The person behind the actor: the user itself or the token's owner; not_found where there is none. */
export function ownUser(actor: Actor): Promise<UserRow> {
  return readableUser(actor, actor.userId ?? "");
}

/** null for a person who signs in through the identity provider only. */
export async function storedHash({ companyId, id }: Pick<UserRow, "companyId" | "id">): Promise<string | null> {
  const found = await prisma.user.findFirst({ where: { companyId, id }, select: { passwordHash: true } });
  return found?.passwordHash ?? null;
}

/** What a person of this role may do in a company with these settings. */
function permissionsIn(role: Role, companySettings: Record<string, unknown>): ReadonlySet<string> {
  return new Set(permissionsOfRole(role, settingsOf(companySettings).agentsSeeEverything));
}

/** What a person may do and see in a company with these settings: by the custom role, or else by the preset. */
export async function rightsOf(
  { companyId, id, role, roleId }: Pick<User, "companyId" | "id" | "role" | "roleId">,
  companySettings: Record<string, unknown>,
): Promise<Rights> {
  if (roleId) return rightsOfRole(companyId, roleId, id);
  return { permissions: permissionsIn(role, companySettings), seesUnassigned: true };
}

/**
 * Whether the person behind the actor may read all conversations and contacts. The contract lets a token without
 * clients_read do some of what needs it (H3, H7, J8): then its owner must have it.
 */
export async function personReadsAll(actor: Actor): Promise<boolean> {
  if (readsAll(actor)) return true;
  if (actor.type !== "token" || actor.userId === null) return false;
  const { settings } = await ownCompany(actor);
  return readsAll({ ...actor, ...(await rightsOf(await ownUser(actor), settings)) });
}

/** Everybody who has a custom role, active or not. */
export function peopleWith(companyId: string, roleId: string) {
  const select = { companyId: true, id: true, role: true, roleId: true } as const;
  return prisma.user.findMany({ where: { companyId, roleId }, select });
}

/** Role id to how many people have it. */
export async function countByRole(companyId: string): Promise<Map<string, number>> {
  const where = { companyId, roleId: { not: null } };
  const found = await prisma.user.groupBy({ by: ["roleId"], where, _count: { _all: true } });
  return new Map(found.map(({ roleId, _count }) => [roleId ?? "", _count._all]));
}

/** A person acting while nobody is signed in, with what they may do by now; undefined where they are not active. */
export async function actingUser(companyId: string, id: string): Promise<Actor | undefined> {
  if (!isId(id)) return undefined;
  const found = await prisma.user.findFirst({
    where: { companyId, id, active: true },
    select: { companyId: true, id: true, name: true, role: true, roleId: true },
  });
  if (!found) return undefined;
  const { settings } = await ownCompany(systemActor(companyId));
  return { type: "user", companyId, id, userId: id, name: found.name, ...(await rightsOf(found, settings)) };
}

type Person = Pick<User, "companyId" | "id" | "role" | "roleId">;

/**
 * Whether who made a link that opens an account is active still and may give as much: a way back for nobody who has left
 * or steps down, nor a way up to what its person may do since. null: nobody of the team made it.
 */
export async function isBackedBy(maker: string | null, person: Person): Promise<boolean> {
  if (maker === null) return true;
  const actor = await actingUser(person.companyId, maker);
  if (!actor || !can(actor, "users_write")) return false;
  const { settings } = await ownCompany(actor);
  return beyond(actor, await rightsOf(person, settings)).length === 0;
}
