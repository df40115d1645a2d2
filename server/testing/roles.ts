import type { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import type { createRoleInput } from "#server/roles/schema.ts";
import { createRole } from "#server/roles/writing.ts";
import { actingUser } from "#server/users/access.ts";
import { updateUser } from "#server/users/editing.ts";
import type { TestCompany } from "./company.ts";

/** A further person of the team, with a custom role of their own. */
export async function personWith(
  company: TestCompany,
  role: z.input<typeof createRoleInput>,
): Promise<Actor & { roleId: string }> {
  const { id: roleId } = await createRole.execute(company.admin, role);
  const person = await company.person("viewer", `With ${role.name}`);
  await updateUser.execute(company.admin, { userId: person.id, roleId });
  return { ...(await asTheyAre(person)), roleId };
}

/** A person with what they may do by now. */
export async function asTheyAre({ companyId, id }: Actor): Promise<Actor> {
  const actor = await inCompany(companyId, () => actingUser(companyId, id));
  if (!actor) throw new Error("nobody acts");
  return actor;
}
