// SQL because two who write to a person at once wait for one another, and lock the same row.
import { phoneKeys } from "#server/contacts/identity/phones.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { execute, row, type Sql, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";
import { reaches } from "./addresses.sql.ts";
import { insertConversation } from "./creating.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export type Reached = {
  channelId: string;
  /** Digits with country code, or the platform's own id of a person without a number. */
  phone: string;
  contactId: string | null;
  name: string;
  email?: string;
};

/**
 * The (locked) conversation for writing to a person first: their latest on the channel, whatever its state, else a new
 * one. Two simultaneous callers get the same one.
 */
export async function reachConversation(context: Context, to: Reached): Promise<ConversationRow> {
  return (await knownConversation(context, to)) ?? openReached(context, to);
}

/** The (locked) latest conversation with a person on a channel; the open one before closed ones with `openFirst`. */
export async function knownConversation(
  { actor: { companyId } }: Context,
  to: Reached,
  openFirst = false,
): Promise<ConversationRow | undefined> {
  await execute(sql`
    select pg_advisory_xact_lock(hashtextextended(${`reach:${companyId}:${to.channelId}:${phoneKeys(to.phone)[0] ?? to.phone}`}, 0))`);
  const order = openFirst ? sql`(c."status" = 'closed'), c."id" desc` : sql`c."id" desc`;
  const ofPerson = to.contactId ? await ofContact(companyId, to, order) : undefined;
  return ofPerson ?? (await ofNumber(companyId, to, order));
}

/** A new conversation with a person who is written to first. */
export function openReached(context: Context, to: Reached): Promise<ConversationRow> {
  return insertConversation(context, {
    channelId: to.channelId,
    visitorId: to.phone,
    visitorName: to.name,
    visitorEmail: to.email ?? "",
    visitorPhone: /^\d{7,15}$/.test(to.phone) ? `+${to.phone}` : "",
    contactId: to.contactId,
  });
}

/** Not where somebody merely claims to be this person (D10), nor what reaches another number than theirs now. */
function ofContact(companyId: string, { channelId, contactId, phone }: Reached, order: Sql) {
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${companyId} and c."contactId" = ${contactId}
      and c."channelId" = ${channelId} and not c."imported" and c."mergedIntoId" is null and c."contactLink" <> 'claimed'
      and ${reaches(phoneKeys(/^\d+$/.test(phone) ? phone : ""))}
    order by ${order} limit 1 for update of c`);
}

/** The platform may know the number in its other national shape. */
function ofNumber(companyId: string, { channelId, phone }: Reached, order: Sql) {
  const ids = [...new Set([phone, ...phoneKeys(phone)])];
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${companyId} and c."visitorId" = any(${ids}::text[])
      and c."channelId" = ${channelId} and not c."imported" and c."mergedIntoId" is null order by ${order} limit 1 for update of c`);
}
