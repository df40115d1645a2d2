import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { fittingValues } from "#server/fields/checking.ts";
import { insertNote } from "#server/notes/writing.ts";
import { assigneeOf, mergeCustomFields, requireFreeExternalId } from "./editing.ts";
import { hasDuplicate } from "./identity/matching.sql.ts";
import { emailColumns, insertContact, phoneColumns } from "./saving.ts";
import { createContactInput, createdContactSchema } from "./schema.ts";
import { matchingSettings } from "./settings.ts";
import { viewContact } from "./viewing.ts";

export async function knownChannel({ companyId }: Actor, id: string): Promise<string> {
  const where = { companyId, id, deletedAt: null };
  const found = isId(id) ? await prisma.channel.findFirst({ where, select: { id: true } }) : undefined;
  if (!found) throw invalidField("websiteId", "No such channel.", "unknown_reference");
  return found.id;
}

/** POST /v1/contacts (D2): never merges, but reports an email or phone that another contact has. */
export const createContact = command({
  name: "contacts.create",
  access: "clients_write",
  input: createContactInput,
  output: createdContactSchema,
  example: (given) => ({ websiteId: given.channelId ?? "", name: "Ana García", email: "ana@example.com" }),
  async run(context) {
    const { actor, input } = context;
    const { websiteId, email, phone, internationalPhoneNumber, assignedTo, customFields, note, ...plain } = input;
    const channelId = await knownChannel(actor, websiteId);
    const assignee = await assigneeOf(actor, assignedTo ?? null, null);
    const { country } = await matchingSettings(actor);
    const custom = mergeCustomFields({}, await fittingValues(actor, "contact", customFields ?? {}));
    await requireFreeExternalId(actor, plain.externalId ?? "", null);
    const created = await insertContact(context, {
      ...plain,
      ...emailColumns(email ?? ""),
      ...phoneColumns(phone ?? "", country, internationalPhoneNumber || undefined),
      channelId,
      assignedTo: assignee,
      customFields: custom,
    });
    if (note) await insertNote(context, created.id, note);
    const duplicated = await hasDuplicate(actor, created);
    return { ...viewContact(created), ...(duplicated ? { duplicatedContact: true as const } : {}) };
  },
});
