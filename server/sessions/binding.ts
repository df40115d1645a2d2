import { z } from "zod";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { execute, sql } from "#server/db/sql.ts";
import { readableUser } from "#server/users/access.ts";
import { bindIdentityInput } from "./schema.ts";

/**
 * Links a user to a person at the identity provider. From then on the link decides and not an address, which another
 * company may put into its own list.
 */
export const bindIdentity = command({
  name: "sessions.bindIdentity",
  access: "system",
  input: bindIdentityInput,
  output: z.object({}),
  example: (given) => ({ userId: given.userId ?? "", issuer: "https://id.example.com", subject: "ana" }),
  async run({ actor, input, now }) {
    const user = await readableUser(actor, input.userId);
    await execute(sql`
      insert into user_identities ("companyId", "issuer", "subject", "userId", "createdAt")
      values (${actor.companyId}, ${input.issuer}, ${input.subject}, ${user.id}, ${now})
      on conflict ("companyId", "issuer", "subject") do update set "userId" = excluded."userId"`);
    return {};
  },
});

/** Ends the link of this user: the next person is accepted by the user's address again. */
export async function unbindIdentities(actor: Actor, userId: string): Promise<void> {
  await execute(sql`delete from user_identities where "companyId" = ${actor.companyId} and "userId" = ${userId}`);
}
