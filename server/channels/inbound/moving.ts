import { phoneKeys } from "#server/contacts/identity/phones.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { phoneColumns, saveContact } from "#server/contacts/saving.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";
import { type Identity, knownIdentity, lockPerson, shapesOf } from "./identities.ts";
import type { Person } from "./items.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type Move = { before: Identity; after: Identity };

const written = (phone: string) => (phone ? `+${phone}` : "");

/** The participant id follows the address it was made from. */
function visitorIdOf(before: Identity, phone: string, userId: string | null): string {
  const { visitorId } = before;
  if (phone !== before.phone && shapesOf(before.phone).includes(visitorId)) return phone;
  return visitorId === before.userId ? (userId ?? visitorId) : visitorId;
}

async function moveConversation(
  context: Context,
  conversation: ConversationRow,
  { before, after }: Move,
  tell: boolean,
) {
  const change = new ConversationChange(context, conversation);
  const own = conversation.visitorId;
  change.set({
    visitorId: after.visitorId,
    participants: conversation.participants.map((one) =>
      one.type === "visitor" && one.id === own ? { ...one, id: after.visitorId } : one,
    ),
  });
  const phone = written(after.phone);
  if (phone && phone !== conversation.visitorPhone) {
    change.updated({ visitorPhone: { before: conversation.visitorPhone, after: phone } });
    change.set({ visitorPhone: phone });
  }
  if (tell) {
    const data = { from: written(before.phone), to: phone };
    change.command("number_changed", `The number changed from ${data.from} to ${data.to}`, null, data);
  }
  await change.commit();
}

/** The platform has proven the new number: the contact takes it, and its history keeps the old one. */
async function moveContact(context: Context, contactId: string, { before, after }: Move): Promise<void> {
  const contact = await row<ContactRow>(sql`
    select k.* from contacts k where k."companyId" = ${context.actor.companyId} and k."id" = ${contactId} for update`);
  const keys = phoneKeys(written(before.phone));
  if (!contact?.phoneKeys.some((key) => keys.includes(key))) return;
  await saveContact(context, contact, phoneColumns(written(after.phone), undefined, after.phone));
}

async function conversationsOf(context: Context, channelId: string, ids: readonly string[]) {
  return rows<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${context.actor.companyId} and c."channelId" = ${channelId}
      and c."visitorId" = any(${ids}::text[]) order by c."createdAt", c."id" limit 200 for update of c`);
}

async function saveIdentity(context: Context, { before, after }: Move, other: Identity | undefined): Promise<void> {
  const own = sql`"companyId" = ${context.actor.companyId}`;
  if (other) await execute(sql`delete from channel_identities where ${own} and "id" = ${other.id}`);
  await execute(sql`
    update channel_identities set "phone" = ${after.phone}, "userId" = ${after.userId}, "visitorId" = ${after.visitorId},
      "unreachable" = null, "updatedAt" = ${context.now} where ${own} and "id" = ${before.id}`);
}

/**
 * Moves identity, conversations and contact to a person's new number or platform id. If somebody has already written
 * from the new one, it is the same person.
 */
export async function movePerson(context: Context, channelId: string, from: Person, to: Person): Promise<boolean> {
  await lockPerson(channelId, from, to);
  const before = await knownIdentity(context, channelId, from);
  const there = await knownIdentity(context, channelId, to);
  if (!before) return there !== undefined;
  const other = there && there.id !== before.id ? there : undefined;
  const phone = to.phone || before.phone;
  const userId = to.userId ?? before.userId ?? other?.userId ?? null;
  const after = { ...before, phone, userId, visitorId: visitorIdOf(before, phone, userId) };
  const move = { before, after };
  await saveIdentity(context, move, other);
  const ids = [before.visitorId, `+${before.visitorId}`, ...(other ? [other.visitorId] : [])];
  const conversations = await conversationsOf(context, channelId, ids);
  const moved = phone !== before.phone && before.phone !== "";
  const latest = conversations.findLast(({ visitorId }) => visitorId !== other?.visitorId);
  for (const one of conversations) await moveConversation(context, one, move, moved && one.id === latest?.id);
  const contacts = new Set(conversations.flatMap(({ contactId }) => contactId ?? []));
  if (moved) for (const contactId of [...contacts].sort()) await moveContact(context, contactId, move);
  return true;
}
