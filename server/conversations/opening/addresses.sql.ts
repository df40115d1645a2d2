// SQL because of the latest row of several, claims left out.
import { row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";

/**
 * Whether what is written in conversation `c` goes to one of these numbers, where its channel writes to numbers. Without
 * any, or where the platform's own id of the person tells of none, it goes to whoever the conversation is with.
 */
export function reaches(numbers: readonly string[]): Sql {
  if (numbers.length === 0) return sql`true`;
  const address = sql`case when c."visitorId" ~ '^[+]?[0-9 ().-]+$' then c."visitorId" else c."visitorPhone" end`;
  return sql`(c."channel" <> 'WHATSAPP' or regexp_replace(${address}, '[^0-9]', '', 'g') = any(${["", ...numbers]}::text[]))`;
}

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

export type Known = Pick<
  ConversationRow,
  "id" | "channelId" | "windowed" | "lastVisitorMessageAt" | "createdAt" | "freeEntryUntil"
>;

/** The conversation with a person on each channel, the open one before the latest closed one, by channel. */
export async function latestByChannel(
  companyId: string,
  contactId: string | undefined,
  visitorIds: readonly string[],
): Promise<Map<string, Known>> {
  const found = await rows<Known>(sql`
    select distinct on (c."channelId") c."id", c."channelId", c."windowed", c."lastVisitorMessageAt", c."createdAt",
      c."freeEntryUntil"
    from conversations c where c."companyId" = ${companyId} and not c."imported" and c."mergedIntoId" is null
      and (c."contactId" = ${contactId ?? null}::uuid and c."contactLink" <> 'claimed' and ${reaches(visitorIds)}
        or c."visitorId" = any(${[...visitorIds]}::text[]))
    order by c."channelId", (c."status" = 'closed'), c."id" desc`);
  return new Map(found.map((one) => [one.channelId, one]));
}
