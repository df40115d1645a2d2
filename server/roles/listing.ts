import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { countByRole } from "#server/users/access.ts";
import { readableRole } from "./access.ts";
import { maxRoles } from "./choices.ts";
import { roleIdInput, roleNameSchema, roleSchema } from "./schema.ts";
import { livingChannels, viewRole } from "./viewing.ts";

const rolesOf = (companyId: string) =>
  prisma.customRole.findMany({ where: { companyId }, orderBy: [{ nameKey: "asc" }], take: maxRoles });

/** GET /v1/roles: by name. */
export const listRoles = query({
  name: "roles.list",
  access: "users_read",
  input: z.object({}),
  output: z.array(roleSchema),
  example: () => ({}),
  async run({ actor }) {
    const [people, living] = [await countByRole(actor.companyId), await livingChannels(actor)];
    return (await rolesOf(actor.companyId)).map((role) => viewRole(role, people.get(role.id) ?? 0, living));
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
    const people = (await countByRole(actor.companyId)).get(role.id) ?? 0;
    return viewRole(role, people, await livingChannels(actor));
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
