import { systemActor } from "#server/core/actor.ts";
import { emailKey } from "#server/core/email.ts";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { isBound } from "#server/sessions/binding.ts";
import { requestReset } from "./resetting.ts";

/**
 * A link to each account with this address, in whatever company: who signs in through the identity provider alone gets
 * a first password by it, since that provider may prove nothing (docs/security.md, "Single sign-on").
 */
export async function forgotten(email: string, address: string): Promise<void> {
  const { rows } = await systemPool().query<{ companyId: string; userId: string; hasPassword: boolean }>({
    name: "resets_accounts",
    text: `select "companyId", "id" as "userId", "passwordHash" is not null as "hasPassword" from users
      where "email" = $1 and "active" order by "createdAt" limit 50`,
    values: [emailKey(email)],
  });
  for (const { companyId, userId, hasPassword } of rows)
    if (hasPassword || (await inCompany(companyId, () => isBound({ companyId }, userId))))
      await requestReset.execute(systemActor(companyId), { userId, address });
}
