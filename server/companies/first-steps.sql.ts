// SQL because it is one statement over the tables of many nouns.
import type { Actor } from "#server/core/actor.ts";
import { row, sql } from "#server/db/sql.ts";

type Found = {
  channelId: string | null;
  visited: boolean;
  answered: boolean;
  published: boolean;
  whatsapp: boolean;
  invited: boolean;
};

/** What has been done is derived from the data, so that no one has to tick anything. */
export async function stepsDone({ companyId }: Actor): Promise<Found | undefined> {
  const own = sql`"companyId" = ${companyId}`;
  return row<Found>(sql`select
    (select "id" from channels where ${own} and "type" = 'WEBSITE' and "deletedAt" is null order by "id" limit 1) as "channelId",
    exists (select 1 from conversations where ${own} and "channel" = 'WEB') as "visited",
    exists (select 1 from conversations where ${own} and "firstHumanMessageAt" is not null) as "answered",
    exists (select 1 from chatbots where ${own} and "version" > 1) as "published",
    exists (select 1 from channels where ${own} and "type" = 'WHATSAPP_API' and "deletedAt" is null) as "whatsapp",
    (select count(*) > 1 from (select 1 from users where ${own} and "active" limit 2) u) as "invited"`);
}
