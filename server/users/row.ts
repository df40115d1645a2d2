import { systemPool } from "#server/db/system.ts";

type Key = { companyId: string; userId: string };

/**
 * The same password in a new way of keeping it, before anybody is signed in. False where it was changed meanwhile: it
 * stays.
 */
export async function renewHash({ companyId, userId }: Key, from: string, to: string): Promise<boolean> {
  const { rowCount } = await systemPool().query(
    `update users set "passwordHash" = $3 where "companyId" = $1 and "id" = $2 and "passwordHash" = $4`,
    [companyId, userId, to, from],
  );
  return rowCount === 1;
}
