import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { countByRole } from "#server/users/access.ts";
import { readableRole } from "./access.ts";
import { maxRoles } from "./choices.ts";
import { roleIdInput, roleNameSchema, roleSchema } from "./schema.ts";
import { viewRole } from "./viewing.ts";

const rolesOf = (companyId: string) =>
  prisma.customRole.findMany({ where: { companyId }, orderBy: [{ nameKey: "asc" }], take: maxRoles });

/** GET /v1/roles: by name. */
export const listRoles = query({
  name: "roles.list",
  access: "users_read",
  input: z.object({}),
  output: z.array(roleSchema),
  example: () => ({}),
  async run({ actor: { companyId } }) {
    const people = await countByRole(companyId);
    return (await rolesOf(companyId)).map((role) => viewRole(role, people.get(role.id) ?? 0));
  },
});

/** GET /v1/roles/{roleId} */
export const readRole = query({
  name: "roles.read",
  access: "users_read",
  input: roleIdInput,
  output: roleSchema,
  example: (given) => ({ roleId: given.roleId ?? "" }),
  async run({ actor, input }) {
    const role = await readableRole(actor, input.roleId);
    return viewRole(role, (await countByRole(actor.companyId)).get(role.id) ?? 0);
  },
});

/** Their names, for bylines. */
export const listRoleNames = query({
  name: "roles.names",
  access: "users_read",
  input: z.object({}),
  output: z.array(roleNameSchema),
  example: () => ({}),
  run: async ({ actor }) => (await rolesOf(actor.companyId)).map(({ id, name }) => ({ id, name })),
});
