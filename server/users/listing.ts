import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { offsetOf, paginate } from "#server/core/pagination.ts";
import { empty, likeLiteral, row, rows, sql } from "#server/db/sql.ts";
import { ownUser, readableUser, type UserRow, userColumns } from "./access.ts";
import { listUsersInput, type UserName, userIdInput, userNameSchema, userPage, userSchema } from "./schema.ts";
import { viewUser } from "./viewing.ts";

function conditionOf(companyId: string, filters: Pick<z.output<typeof listUsersInput>, "role" | "active" | "search">) {
  const { role, active, search } = filters;
  const pattern = `%${likeLiteral(search ?? "")}%`;
  return sql`u."companyId" = ${companyId}${role ? sql` and u."role" = ${role}` : empty}${
    active === undefined ? empty : sql` and u."active" = ${active}`
  }${search ? sql` and (parley_fold(u."name") like parley_fold(${pattern}) or u."email" like lower(${pattern}))` : empty}`;
}

/** GET /v1/users: the oldest first. */
export const listUsers = query({
  name: "users.list",
  access: "users_read",
  input: listUsersInput,
  output: userPage,
  example: () => ({}),
  async run({ actor, input }) {
    const condition = conditionOf(actor.companyId, input);
    const counted = await row<{ total: number }>(sql`select count(*) as "total" from users u where ${condition}`);
    const found = await rows<UserRow>(sql`
      select ${userColumns} from users u where ${condition}
      order by u."companyId", u."id" limit ${input.limit} offset ${offsetOf(input)}`);
    return { pagination: paginate(input, counted?.total ?? 0, false, null), data: found.map(viewUser) };
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
  run: ({ actor }) =>
    rows<UserName>(sql`
      select u."id", u."name", u."avatarUrl", u."active", u."availability", u."role" from users u
      where u."companyId" = ${actor.companyId} order by lower(u."name"), u."id"`),
});
