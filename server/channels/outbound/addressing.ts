import type { Actor } from "#server/core/actor.ts";
import { findContactOf, findUserIds } from "./addressing.sql.ts";

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
  const found = await findUserIds({ companyId: actor.companyId, channelId }, contactIds);
  return new Map(found.filter(({ userId }) => isUserId(userId)).map((one) => [one.contactId, one.userId]));
}

/** The contact behind a platform's id of a user. */
export async function contactOfUser(actor: Actor, channelId: string, userId: string): Promise<string | undefined> {
  const found = await findContactOf({ companyId: actor.companyId, channelId }, userId);
  return found?.contactId;
}
