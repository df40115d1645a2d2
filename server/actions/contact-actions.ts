import { lockContact } from "#server/contacts/access.sql.ts";
import { updateContact } from "#server/contacts/editing.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { addContactTag, removeContactTag } from "#server/contacts/tagging.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { type ActionContext, action, type Ran, unlessSame } from "./action.ts";

/** On the contact behind the conversation; one that is only claimed is nobody's to change (D10). */
async function onContact(
  { actor, conversation }: ActionContext,
  work: (contact: ContactRow) => Promise<{ updatedAt: string }>,
): Promise<Ran> {
  const { contactId, contactLink } = await lockConversation(actor, conversation.id, "clients_write");
  if (contactId === null || contactLink === "claimed") return "no_contact";
  const before = await lockContact(actor, contactId);
  return unlessSame(before, await work(before));
}

export const contactActions = {
  contact_tag_add: action("contact_tag_add", {
    permission: "clients_write",
    run: (context, { tag }) =>
      onContact(context, ({ id }) => addContactTag.execute(context.actor, { contactId: id, tag })),
  }),
  contact_tag_remove: action("contact_tag_remove", {
    permission: "clients_write",
    run: (context, { tag }) =>
      onContact(context, ({ id }) => removeContactTag.execute(context.actor, { contactId: id, tag })),
  }),
  contact_set: action("contact_set", {
    permission: "clients_write",
    run: (context, input) =>
      onContact(context, ({ id }) => updateContact.execute(context.actor, { ...input, contactId: id })),
  }),
};
