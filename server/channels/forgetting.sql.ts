// SQL because bodies are searched as text, a batch at a time.
import { execute, sql } from "#server/db/sql.ts";

type Named = { companyId: string; channelId: string; platformId: string };

/** Empties processed payloads that name somebody; answers how many. */
export function emptyPayloads({ companyId, channelId, platformId }: Named, batch: number): Promise<number> {
  return execute(sql`
    update inbound_payloads set "body" = '{}', "headers" = '{}' where "companyId" = ${companyId} and "id" = any(array(
      select "id" from inbound_payloads where "companyId" = ${companyId} and "channelId" = ${channelId}
        and "status" in ('processed', 'ignored') and strpos("body", ${platformId}) > 0 limit ${batch}))`);
}
