import { phoneKeys } from "#server/contacts/identity/phones.ts";
import { phoneColumns, saveContact } from "#server/contacts/saving.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { deleteIdentity, lockContactOf, lockThreadsOf, writeAddress } from "./identities.sql.ts";
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
  const contact = await lockContactOf(context.actor.companyId, contactId);
  const keys = phoneKeys(written(before.phone));
  if (!contact?.phoneKeys.some((key) => keys.includes(key))) return;
  await saveContact(context, contact, phoneColumns(written(after.phone), undefined, after.phone));
}

async function saveIdentity(
  { actor: { companyId }, now }: Context,
  { before, after }: Move,
  other: Identity | undefined,
): Promise<void> {
  if (other) await deleteIdentity({ companyId, id: other.id });
  await writeAddress({ companyId, id: before.id }, after, now);
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
  const conversations = await lockThreadsOf({ companyId: context.actor.companyId, channelId }, ids);
  const moved = phone !== before.phone && before.phone !== "";
  const latest = conversations.findLast(({ visitorId }) => visitorId !== other?.visitorId);
  for (const one of conversations) await moveConversation(context, one, move, moved && one.id === latest?.id);
  const contacts = new Set(conversations.flatMap(({ contactId }) => contactId ?? []));
  if (moved) for (const contactId of [...contacts].sort()) await moveContact(context, contactId, move);
  return true;
}
