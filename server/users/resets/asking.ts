import { systemActor } from "#server/core/actor.ts";
import { emailKey } from "#server/core/email.ts";
import { systemPool } from "#server/db/system.ts";
import { requestReset } from "./resetting.ts";

/** A link to each account with this address that signs in with a password, in whatever company. */
export async function forgotten(email: string, address: string): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string; userId: string }>({
    name: "resets_accounts",
    text: `select "companyId", "id" as "userId" from users
      where "email" = $1 and "active" and "passwordHash" is not null order by "createdAt" limit 50`,
    values: [emailKey(email)],
  });
  for (const { companyId, userId } of rows) await requestReset.execute(systemActor(companyId), { userId, address });
}
