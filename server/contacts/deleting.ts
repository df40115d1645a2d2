import { notFound } from "#server/base/errors.ts";
import { holdConversationsOf } from "#server/conversations/access.sql.ts";
import { releaseFromContacts } from "#server/conversations/row.sql.ts";
import { Listeners } from "#server/core/listeners.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { deleteNotesOfContacts } from "#server/notes/belonging.ts";
import { heldContacts, requireNotHeld } from "#server/retention/access.ts";
import { changeableIds } from "./access.sql.ts";
import { deleteContactRows, lockContacts } from "./deleting.sql.ts";
import { forgetMerged } from "./merged/merged.sql.ts";
import type { ContactRow } from "./row.ts";
import type { ContactContext } from "./saving.ts";
import { bulkDeleteInput, bulkDeleteOutput, deleteContactInput, deletedContactSchema } from "./schema.ts";
import { eventDeletedContact } from "./viewing.ts";

type Known = Pick<ContactRow, "id" | "name" | "email" | "phone" | "phoneKeys" | "externalId">;

/** People whose contacts go for good, with what names them elsewhere. */
export const contactsGone = new Listeners<{ companyId: string; contacts: readonly Known[] }>("contacts that go");

/** Deletes contacts and their notes; their conversations stay without a contact. Returns the contacts that existed. */
export async function removeContacts(
  context: ContactContext,
  wanted: readonly string[],
  ifMatch?: string,
): Promise<ContactRow[]> {
  const { actor, emit } = context;
  // Conversations before their contact, in the order of ids, like all other code.
  await holdConversationsOf(actor.companyId, wanted);
  const found = await lockContacts(actor, wanted);
  for (const { updatedAt } of found) requireMatch(ifMatch, updatedAt);
  const ids = found.map((contact) => contact.id);
  if (ids.length === 0) return [];
  // Those linked while we waited for the contacts; from here on no more can be linked.
  await holdConversationsOf(actor.companyId, ids);
  const released = await releaseFromContacts(actor.companyId, ids);
  await requireNotHeld(actor.companyId, { contactIds: ids, conversationIds: released.map(({ id }) => id) });
  await deleteNotesOfContacts(actor.companyId, ids);
  await deleteContactRows(actor.companyId, ids);
  // Whoever was merged into them goes for good now: their past is taken out as that of any who are deleted.
  const merged = await forgetMerged(actor.companyId, ids);
  const gone = [...found, ...merged.map((kept) => ({ ...kept, updatedAt: new Date(kept.updatedAt) }))];
  await contactsGone.tell(context, { companyId: actor.companyId, contacts: gone });
  for (const contact of gone) {
    const about = { contactId: contact.id, channelId: contact.channelId };
    const at = momentAfter(contact.updatedAt);
    emit({ type: "contact/deleted", ...about, at, data: eventDeletedContact(contact, at) });
  }
  const owners = new Map(found.map(({ id, assignedTo }) => [id, assignedTo]));
  for (const { id, channelId, contactId, updatedAt: at } of released) {
    const owner = owners.get(contactId ?? "");
    const data = { id, ...(owner ? { unseen: [owner] } : {}) };
    emit({ type: "conversation/changed", conversationId: id, channelId, at, data });
  }
  return found;
}

/** DELETE /v1/contacts/{contactId} (D4) */
export const deleteContact = command({
  name: "contacts.delete",
  access: "clients_write",
  input: deleteContactInput,
  output: deletedContactSchema,
  example: (given) => ({ contactId: given.contactId ?? "" }),
  async run(context) {
    const { contactId, ifMatch } = context.input;
    const reachable = await changeableIds(context.actor, [contactId]);
    const [gone] = await removeContacts(context, [...reachable], ifMatch);
    if (!gone) throw notFound("contact");
    return { id: gone.id, deleted: true as const };
  },
});

/** POST /v1/contacts/bulk-delete (D5): one result per id, in the order given. */
export const bulkDeleteContacts = command({
  name: "contacts.bulkDelete",
  access: "clients_write",
  input: bulkDeleteInput,
  output: bulkDeleteOutput,
  example: (given) => ({ contacts: [given.contactId ?? ""] }),
  async run(context) {
    // The same id in capitals is a repeat too: the first spelling is answered.
    const spelled = new Map(context.input.contacts.toReversed().map((id) => [id.toLowerCase(), id]));
    const ids = [...new Set(context.input.contacts.map((id) => spelled.get(id.toLowerCase()) ?? id))];
    const reachable = await changeableIds(context.actor, ids);
    await holdConversationsOf(context.actor.companyId, [...reachable]);
    await lockContacts(context.actor, [...reachable]);
    const held = await heldContacts(context.actor.companyId, [...reachable]);
    const free = [...reachable].filter((id) => !held.has(id));
    const gone = new Set((await removeContacts(context, free)).map((contact) => contact.id));
    const results = ids.map((id) => {
      if (gone.has(id.toLowerCase())) return { id, status: 200 as const, success: true, error: null };
      const hold = held.get(id.toLowerCase());
      const { code, message } = hold ?? notFound("contact");
      return { id, status: hold ? (409 as const) : (404 as const), success: false, error: { error: code, message } };
    });
    return { results, deleted: gone.size, failed: results.filter((one) => !one.success).length };
  },
});
