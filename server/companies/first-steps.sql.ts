// SQL because it is one statement over the tables of many nouns.
import { firstChannel } from "#server/channels/access.sql.ts";
import { hasPublished } from "#server/chatbots/access.sql.ts";
import { everAnswered, everFromSite, everFromWeb } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { row, sql } from "#server/db/sql.ts";
import { hasColleagues } from "#server/users/active.sql.ts";

type Found = {
  channelId: string | null;
  placed: boolean;
  visited: boolean;
  answered: boolean;
  published: boolean;
  whatsapp: boolean;
  invited: boolean;
};

/** What has been done is derived from the data, so that no one has to tick anything. */
export async function stepsDone({ companyId }: Actor, ownOrigin: string): Promise<Found | undefined> {
  return row<Found>(sql`select
    ${firstChannel(companyId, "WEBSITE")} as "channelId",
    ${everFromSite(companyId, ownOrigin)} as "placed",
    ${everFromWeb(companyId)} as "visited",
    ${everAnswered(companyId)} as "answered",
    ${hasPublished(companyId)} as "published",
    ${firstChannel(companyId, "WHATSAPP_API")} is not null as "whatsapp",
    ${hasColleagues(companyId)} as "invited"`);
}
