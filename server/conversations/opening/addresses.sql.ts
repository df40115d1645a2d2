// SQL because of the latest row of several, claims left out.
import { row, sql } from "#server/db/sql.ts";

/** The visitor's id of a contact's latest conversation on a channel, or whether this visitor has written there. */
export async function addressOnChannel(
  companyId: string,
  channelId: string,
  who: { contactId: string } | { visitorId: string },
): Promise<string | undefined> {
  const condition =
    "visitorId" in who
      ? sql`c."visitorId" = ${who.visitorId}`
      : sql`c."contactId" = ${who.contactId || null}::uuid and c."contactLink" <> 'claimed'`;
  const found = await row<{ visitorId: string }>(sql`
    select c."visitorId" from conversations c
    where c."companyId" = ${companyId} and c."channelId" = ${channelId} and ${condition}
    order by c."id" desc limit 1`);
  return found?.visitorId;
}

/** The contact that a visitor of a channel is known to be. */
export async function contactBehind(
  companyId: string,
  channelId: string,
  visitorId: string,
): Promise<string | undefined> {
  const found = await row<{ contactId: string }>(sql`
    select c."contactId" from conversations c
    where c."companyId" = ${companyId} and c."channelId" = ${channelId} and c."visitorId" = ${visitorId}
      and c."contactId" is not null and c."contactLink" <> 'claimed'
    order by c."id" desc limit 1`);
  return found?.contactId;
}
