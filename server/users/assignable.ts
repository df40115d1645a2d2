import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { User } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";

export type Person = Pick<User, "id" | "name">;

/** "", null and UNASSIGNED all mean unassigned. */
export function nobody(assignedTo: string | null): boolean {
  return assignedTo === null || assignedTo === "" || assignedTo === "UNASSIGNED";
}

/** An active person of the company; a reference error for the field otherwise (A9, E5). */
export async function assignableUser({ companyId }: Actor, id: string, field: string): Promise<Person> {
  const select = { id: true, name: true, active: true } as const;
  const user = isId(id) ? await prisma.user.findFirst({ where: { companyId, id }, select }) : undefined;
  if (!user) throw invalidField(field, "No such user.", "unknown_reference");
  if (!user.active) throw invalidField(field, "This user is deactivated.", "inactive_user");
  return user;
}

/** Whether it is somebody of the company who is still active; of tokens, rules and the system it is not. */
export async function isActivePerson({ companyId }: Pick<Actor, "companyId">, id: string): Promise<boolean> {
  return isId(id) && (await prisma.user.count({ where: { companyId, id, active: true } })) > 0;
}

/** Whether it is somebody who could answer a visitor: still active, and no viewer by now. */
export async function isAbleToAnswer({ companyId }: Pick<Actor, "companyId">, id: string): Promise<boolean> {
  const able = { active: true, role: { not: "viewer" } } as const;
  return isId(id) && (await prisma.user.count({ where: { companyId, id, ...able } })) > 0;
}

/** Active people who may talk to visitors, all or those named, by id. */
export function activePeople({ companyId }: Actor, ids: readonly string[] | undefined): Promise<Person[]> {
  return prisma.user.findMany({
    where: { companyId, active: true, role: { not: "viewer" }, ...(ids ? { id: { in: [...ids] } } : {}) },
    select: { id: true, name: true },
    orderBy: { id: "asc" },
  });
}

/** Active people by everything that a file may call them, in lower case: id, email, or name, which several may have. */
export async function peopleByWord({ companyId }: Actor): Promise<Map<string, readonly string[]>> {
  const people = await prisma.user.findMany({
    where: { companyId, active: true },
    select: { id: true, name: true, email: true },
    orderBy: { id: "asc" },
  });
  const named = Map.groupBy(people, ({ name }) => name.toLowerCase());
  const words = new Map<string, readonly string[]>();
  for (const [name, those] of named)
    words.set(
      name,
      those.map(({ id }) => id),
    );
  for (const { email, id } of people) words.set(email.toLowerCase(), [id]);
  for (const { id } of people) words.set(id, [id]);
  return words;
}
