import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listRoleNames, listRoles, readRole } from "./listing.ts";
import { createRole, deleteRole, updateRole } from "./writing.ts";

export const rolesRouter = router({
  list: query(listRoles),
  names: query(listRoleNames),
  read: query(readRole),
  create: mutation(createRole),
  update: mutation(updateRole),
  delete: mutation(deleteRole),
});
