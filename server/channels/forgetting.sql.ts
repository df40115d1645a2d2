// SQL because bodies are searched as text, a batch at a time.
import { row, rows, sql } from "#server/db/sql.ts";

type Named = { companyId: string; channelId: string; platformId: string };

const naming = ({ companyId, channelId, platformId }: Named) => sql`
  "companyId" = ${companyId} and "channelId" = ${channelId} and strpos("body", ${platformId}) > 0`;

/** Empties payloads that name somebody and have been dealt with, whatever came of it; answers what stood in them. */
export async function emptyPayloads(named: Named, batch: number): Promise<string[]> {
  const found = await rows<{ body: string }>(sql`
    update inbound_payloads p set "body" = '{}', "headers" = '{}'
    from (select "id", "body" from inbound_payloads
      where ${naming(named)} and "status" <> 'received' limit ${batch} for update) b
    where p."companyId" = ${named.companyId} and p."id" = b."id" returning b."body"`);
  return found.map(({ body }) => body);
}

/** Those that are still to be dealt with. */
export async function countReceived(named: Named): Promise<number> {
  const found = await row<{ count: number }>(sql`
    select count(*)::int as "count" from inbound_payloads where ${naming(named)} and "status" = 'received'`);
  return found?.count ?? 0;
}
