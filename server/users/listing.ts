import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { offsetOf, paginate } from "#server/core/pagination.ts";
import { ownUser, readableUser } from "./access.ts";
import { countUsers, findUsers, namesOf } from "./listing.sql.ts";
import { listUsersInput, userIdInput, userNameSchema, userPage, userSchema } from "./schema.ts";
import { viewUser } from "./viewing.ts";

/** GET /v1/users: the oldest first. */
export const listUsers = query({
  name: "users.list",
  access: "users_read",
  input: listUsersInput,
  output: userPage,
  example: () => ({}),
  async run({ actor, input }) {
    const { companyId } = actor;
    const total = await countUsers(companyId, input);
    const found = await findUsers(companyId, input, { limit: input.limit, offset: offsetOf(input) });
    return { pagination: paginate(input, total, false, null), data: found.map(viewUser) };
  },
});

/** GET /v1/users/{userId} */
export const readUser = query({
  name: "users.read",
  access: "users_read",
  input: userIdInput,
  output: userSchema,
  example: (given) => ({ userId: given.agentId ?? "" }),
  run: async ({ actor, input }) => viewUser(await readableUser(actor, input.userId)),
});

/** GET /v1/users/me: the signed-in person, or the token's owner. */
export const readOwnUser = query({
  name: "users.me",
  access: "anyone",
  input: z.object({}),
  output: userSchema,
  example: () => ({}),
  run: async ({ actor }) => viewUser(await ownUser(actor)),
});

/** The whole team by name, without addresses: for those who may read conversations. */
export const listUserNames = query({
  name: "users.names",
  access: "clients_read",
  input: z.object({}),
  output: z.array(userNameSchema),
  example: () => ({}),
  run: ({ actor }) => namesOf(actor.companyId),
});
