import type { Actor } from "#server/core/actor.ts";
import { row, rows, sql } from "#server/db/sql.ts";

/** WhatsApp's own id of a person who shows businesses a user name instead of a number (channels.md 2.9). */
export function isUserId(address: string): boolean {
  return /^[A-Z]{2}\.[\w.]{1,120}$/.test(address);
}

/**
 * The digits of a text that is a phone number; "" for all others. User ids contain digits too, which are not a number.
 */
export function numberIn(text: string): string {
  const digits = text.replace(/\D/g, "");
  return /^\+?[\d\s().-]+$/.test(text.trim()) && /^\d{7,15}$/.test(digits) ? digits : "";
}

/** How a send names its recipient. Without a + the platform would put the business's own country code in front. */
export function addressed(address: string): { to: string } | { recipient: string } {
  const number = numberIn(address);
  return number ? { to: `+${number}` } : { recipient: address };
}

/** The platform's ids of contacts that have written on a channel: contact to user id. */
export async function userIdsOf(
  actor: Actor,
  channelId: string,
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  if (contactIds.length === 0) return new Map();
  const found = await rows<{ contactId: string; userId: string }>(sql`
    select distinct on (c."contactId") c."contactId", i."userId" from conversations c
    join channel_identities i on i."companyId" = c."companyId" and i."channelId" = c."channelId"
      and i."visitorId" = c."visitorId"
    where c."companyId" = ${actor.companyId} and c."channelId" = ${channelId}
      and c."contactId" = any(${contactIds}::uuid[]) and i."userId" is not null
    order by c."contactId", c."id" desc`);
  return new Map(found.filter(({ userId }) => isUserId(userId)).map((one) => [one.contactId, one.userId]));
}

/** The contact behind a platform's id of a user. */
export async function contactOfUser(actor: Actor, channelId: string, userId: string): Promise<string | undefined> {
  const found = await row<{ contactId: string }>(sql`
    select c."contactId" from channel_identities i
    join conversations c on c."companyId" = i."companyId" and c."channelId" = i."channelId"
      and c."visitorId" = i."visitorId"
    where i."companyId" = ${actor.companyId} and i."channelId" = ${channelId} and i."userId" = ${userId}
      and c."contactId" is not null order by c."id" desc limit 1`);
  return found?.contactId;
}
