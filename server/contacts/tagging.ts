import { invalidField } from "#server/base/errors.ts";
import { command } from "#server/core/operation.ts";
import { lockContact } from "./access.sql.ts";
import { type ContactContext, saveContact } from "./saving.ts";
import { contactSchema, maxTags, tagContactInput, untagContactInput } from "./schema.ts";
import { eventContact, viewContact } from "./viewing.ts";

const sameTag = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Tags have an event of their own, and only for adding. */
function quietly(context: ContactContext): ContactContext {
  return { ...context, emit: () => undefined };
}

/** POST /v1/contacts/{contactId}/tags (D7): a repeat, whatever its case, changes nothing. */
export const addContactTag = command({
  name: "contacts.addTag",
  access: "clients_write",
  input: tagContactInput,
  output: contactSchema,
  example: (given) => ({ contactId: given.contactId ?? "", tag: "vip" }),
  async run(context) {
    const { actor, input, emit } = context;
    const before = await lockContact(actor, input.contactId);
    if (before.tags.some((tag) => sameTag(tag, input.tag))) return viewContact(before);
    if (before.tags.length >= maxTags) throw invalidField("tag", `At most ${maxTags} tags.`, "too_many");
    const after = await saveContact(quietly(context), before, { tags: [...before.tags, input.tag] });
    const about = { contactId: after.id, channelId: after.channelId };
    emit({
      type: "contact/tag_added",
      ...about,
      at: after.updatedAt,
      data: { ...eventContact(after), tag: input.tag },
    });
    return viewContact(after);
  },
});

/** DELETE /v1/contacts/{contactId}/tags/{tag} */
export const removeContactTag = command({
  name: "contacts.removeTag",
  access: "clients_write",
  input: untagContactInput,
  output: contactSchema,
  example: (given) => ({ contactId: given.contactId ?? "", tag: "vip" }),
  async run(context) {
    const before = await lockContact(context.actor, context.input.contactId);
    const tags = before.tags.filter((tag) => !sameTag(tag, context.input.tag));
    return viewContact(await saveContact(context, before, { tags }));
  },
});
