// SQL because the time of each moves on as its row says.
import { forward, moment } from "#server/db/moment.ts";
import { empty, row, rows, sql } from "#server/db/sql.ts";
import { checkLater } from "../clocks/checks.sql.ts";

export type Handed = { id: string; channelId: string; updatedAt: Date };

/** Gives the conversations of a contact, which are held, to another one, all or those named; how sure each is of it stays. */
export async function handConversations(
  companyId: string,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<Handed[]> {
  const named = only ? sql` and "id" = any(${only}::uuid[])` : empty;
  const handed = await rows<Handed>(sql`
    update conversations set "contactId" = ${to}::uuid, "updatedAt" = ${forward(moment())}
    where "companyId" = ${companyId} and "contactId" = ${from}::uuid${named}
    returning "id", "channelId", "updatedAt"`);
  await checkLater(
    companyId,
    handed.map(({ id }) => id),
  );
  return handed;
}

export async function countConversationsOf(companyId: string, contactId: string): Promise<number> {
  const found = await row<{ count: number }>(sql`
    select count(*)::int as "count" from conversations where "companyId" = ${companyId} and "contactId" = ${contactId}::uuid`);
  return found?.count ?? 0;
}
