// SQL because the database hands over all at once and sums their links.
import { moment } from "#server/db/moment.ts";
import { row, rows, sql } from "#server/db/sql.ts";
import { checkLater } from "../clocks/checks.sql.ts";

export type Handed = { id: string; channelId: string; updatedAt: Date };

/** Gives the conversations of a contact, which are held, to another one, all or those named; how sure each is of it stays. */
export async function handConversations(
  companyId: string,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<Handed[]> {
  const handed = await rows<Handed>(sql`
    select "id", "channelId", "updatedAt" from parley_hand_conversations(
      ${companyId}::uuid, ${[from]}::uuid[], ${to}::uuid, ${only ?? null}::uuid[], ${moment()}::timestamptz)`);
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
