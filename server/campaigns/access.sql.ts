// SQL because the list is searched, and each row bears its template's number.
import type { Campaign, Template } from "#server/db/generated/client.ts";
import { columns, empty, likeLiteral, row, rows, type Sql, sql } from "#server/db/sql.ts";

const read = [
  ...(["companyId", "id", "channelId", "templateId", "name", "status", "variables", "media", "sendRate"] as const),
  ...(["recipients", "stopCode", "stopReason", "heldBy", "scheduledAt", "startedAt", "finishedAt"] as const),
  ...(["createdBy", "createdAt", "updatedAt"] as const),
] satisfies (keyof Campaign)[];

/** A row of `campaigns`, without its audience: that may be large. */
export type CampaignRow = Pick<Campaign, (typeof read)[number]> & { templateNumber: Template["number"] };

const fields = sql`${columns(read, "g")}, t."number" as "templateNumber"`;
const tables = sql`campaigns g join templates t on t."companyId" = g."companyId" and t."id" = g."templateId"`;

/** A condition on rows of campaign_messages: they are of no campaign, or of one that sends now or later. */
export const stillSends = sql`("campaignId" is null or exists (select from campaigns g
  where g."companyId" = campaign_messages."companyId" and g."id" = campaign_messages."campaignId"
    and g."status" in ('SCHEDULED', 'SENDING')))`;

/** Those of which nothing leaves any more. */
export const endedCampaigns = (companyId: string): Sql => sql`select g."id" from campaigns g
  where g."companyId" = ${companyId} and g."status" not in ('SCHEDULED', 'SENDING')`;

/** On one channel where given. */
export function findCampaign(
  companyId: string,
  id: string,
  { channelId, lock }: { channelId: string | undefined; lock: boolean },
): Promise<CampaignRow | undefined> {
  const there = channelId === undefined ? empty : sql` and g."channelId" = ${channelId}`;
  return row<CampaignRow>(sql`
    select ${fields} from ${tables}
    where g."companyId" = ${companyId} and g."id" = ${id}${there}${lock ? sql` for no key update of g` : empty}`);
}

export type CampaignFilters = {
  companyId: string;
  channelId: string | undefined;
  status: readonly string[] | undefined;
  search: string | undefined;
};

function conditions({ companyId, channelId, status, search }: CampaignFilters): Sql {
  const pattern = `%${likeLiteral((search ?? "").toLowerCase())}%`;
  return sql`g."companyId" = ${companyId}${channelId ? sql` and g."channelId" = ${channelId}` : empty}${
    status && status.length > 0 ? sql` and g."status" = any(${status}::text[])` : empty
  }${search ? sql` and lower(g."name") like ${pattern}` : empty}`;
}

export async function countCampaigns(filters: CampaignFilters): Promise<number> {
  const counted = await row<{ total: number }>(sql`
    select count(*)::int as "total" from campaigns g where ${conditions(filters)}`);
  return counted?.total ?? 0;
}

/** The newest first. */
export function findCampaigns(filters: CampaignFilters, page: { limit: number; offset: number }) {
  return rows<CampaignRow>(sql`
    select ${fields} from ${tables} where ${conditions(filters)}
    order by g."id" desc limit ${page.limit} offset ${page.offset}`);
}

/** Campaigns by a file that may name somebody: by an address, or by a number's last digits; held. */
export function campaignsListing(companyId: string, addresses: readonly string[], tails: readonly string[]) {
  const text = sql`g."audience"->>'text'`;
  return rows<Pick<Campaign, "id" | "audience">>(sql`
    select g."id", g."audience" from campaigns g
    where g."companyId" = ${companyId} and g."audience"->>'type' = 'csv'
      and (exists (select from unnest(${[...addresses]}::text[]) w where strpos(lower(${text}), w) > 0)
        or exists (select from unnest(${[...tails]}::text[]) w
          where strpos(regexp_replace(${text}, '[^0-9[:alpha:],;|\\t\\n]', '', 'g'), w) > 0))
    order by g."id" for update of g`);
}

/** Those that send, and those that have ended since then: with the counters that were told of them. */
export function findLively(companyId: string, since: Date) {
  return rows<CampaignRow & Pick<Campaign, "told">>(sql`
    select ${fields}, g."told" from ${tables} where g."companyId" = ${companyId}
      and (g."status" = 'SENDING' or (g."status" <> 'SCHEDULED' and g."finishedAt" >= ${since}))`);
}
