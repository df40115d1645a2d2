// SQL because recipients are filtered, searched and paged.
import { hiddenFields, maySearch } from "#server/core/masking.ts";
import type { CampaignMessage } from "#server/db/generated/client.ts";
import { empty, likeLiteral, row, rows, type Sql, sql } from "#server/db/sql.ts";

export type RecipientFilters = {
  companyId: string;
  campaignId: string;
  /** States, and `answered`. */
  status?: readonly string[] | undefined;
  search?: string | undefined;
};

/** Nobody is found by what is masked for who looks: one digit after the other would tell it (W11). */
function matching(search: string): Sql {
  if (!maySearch(search)) return sql` and false`;
  const pattern = `%${likeLiteral(search.toLowerCase())}%`;
  const byNumber = hiddenFields().includes("phone") ? empty : sql` or e."destination" like ${pattern}`;
  return sql` and (lower(e."name") like ${pattern}${byNumber})`;
}

function conditions({ companyId, campaignId, status, search }: RecipientFilters): Sql {
  const states = (status ?? []).filter((one) => one !== "answered");
  const answered = status?.includes("answered") ? sql` and e."answeredAt" is not null` : empty;
  const among = states.length > 0 ? sql` and e."status" = any(${states}::text[])` : empty;
  return sql`e."companyId" = ${companyId} and e."campaignId" = ${campaignId}${among}${answered}${search ? matching(search) : empty}`;
}

export async function countRecipients(filters: RecipientFilters): Promise<number> {
  const counted = await row<{ total: number }>(sql`
    select count(*)::int as "total" from campaign_messages e where ${conditions(filters)}`);
  return counted?.total ?? 0;
}

export function findRecipients(filters: RecipientFilters, after: number, limit: number): Promise<CampaignMessage[]> {
  return rows<CampaignMessage>(sql`
    select e.* from campaign_messages e where ${conditions(filters)} and e."number" > ${after}
    order by e."number" limit ${limit}`);
}
