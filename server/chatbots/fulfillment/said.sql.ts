// SQL because it is on the way of each call, and its order names the whole index.
import { rows, sql } from "#server/db/sql.ts";
import type { MessageRow } from "#server/messages/row.ts";

type Side = { companyId: string; id: string; fromType: "visitor" | "robot" };
export type Logged = Pick<MessageRow, "text" | "attachments">;

/** What one side said up to a seq, the newest first. */
export function saidBy({ companyId, id, fromType }: Side, upTo: number, limit: number): Promise<Logged[]> {
  return rows<Logged>(sql`
    select "text", "attachments" from messages
    where "companyId" = ${companyId} and "conversationId" = ${id} and "fromType" = ${fromType} and "seq" <= ${upTo}
    order by "companyId", "conversationId", "seq" desc limit ${limit}`);
}
