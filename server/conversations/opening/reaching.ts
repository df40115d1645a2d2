import { phoneKeys } from "#server/contacts/identity/phones.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import type { ConversationRow } from "../row.ts";
import { insertConversation } from "./creating.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export type Reached = {
  channelId: string;
  /** Digits with country code, or the platform's own id of a person without a number. */
  phone: string;
  contactId: string | null;
  name: string;
};

/**
 * The (locked) conversation for writing to a person first: their latest on the channel, whatever its state, else a new
 * one. Two simultaneous callers get the same one.
 */
export async function reachConversation(context: Context, to: Reached): Promise<ConversationRow> {
  const { companyId } = context.actor;
  await execute(sql`
    select pg_advisory_xact_lock(hashtextextended(${`reach:${companyId}:${to.channelId}:${phoneKeys(to.phone)[0] ?? to.phone}`}, 0))`);
  const known = (to.contactId ? await ofContact(companyId, to) : undefined) ?? (await ofNumber(companyId, to));
  if (known) return known;
  const made = await insertConversation(context, {
    channelId: to.channelId,
    visitorId: to.phone,
    visitorName: to.name,
    visitorPhone: /^\d+$/.test(to.phone) ? `+${to.phone}` : "",
    contactId: to.contactId,
  });
  return made;
}

function ofContact(companyId: string, { channelId, contactId }: Reached) {
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${companyId} and c."contactId" = ${contactId}
      and c."channelId" = ${channelId} and not c."imported" order by c."id" desc limit 1 for update of c`);
}

/** The platform may know the number in its other national shape. */
function ofNumber(companyId: string, { channelId, phone }: Reached) {
  const ids = [...new Set([phone, ...phoneKeys(phone)])];
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${companyId} and c."visitorId" = any(${ids}::text[])
      and c."channelId" = ${channelId} and not c."imported" order by c."id" desc limit 1 for update of c`);
}
