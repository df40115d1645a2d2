import { AppError, invalidField } from "#server/base/errors.ts";
import { requireReachOfAll } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { fittingChanges } from "#server/fields/checking.ts";
import { assignableUser, nobody } from "#server/users/assignable.ts";
import { lockContact } from "./access.sql.ts";
import type { ContactRow } from "./row.ts";
import { hasExternalId } from "./saving.sql.ts";
import { emailColumns, phoneColumns, saveContact } from "./saving.ts";
import { type ContactChanges, contactSchema, maxCustomBytes, maxCustomFields, updateContactInput } from "./schema.ts";
import { matchingSettings } from "./settings.ts";
import { viewContact } from "./viewing.ts";

type Custom = Record<string, unknown>;

export function fitsCustomFields(custom: Custom): boolean {
  return Object.keys(custom).length <= maxCustomFields && Buffer.byteLength(JSON.stringify(custom)) <= maxCustomBytes;
}

/** Shallow: null removes a key, every other value replaces it. */
export function mergeCustomFields(before: Custom, changes: Custom): Custom {
  const merged = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null));
  if (fitsCustomFields(merged)) return merged;
  throw invalidField("customFields", `At most ${maxCustomFields} keys and ${maxCustomBytes} bytes.`, "too_big");
}

/** The user id to store; the present assignee may keep the contact. */
export async function assigneeOf(actor: Actor, wanted: string | null, current: string | null): Promise<string | null> {
  if (wanted === null || nobody(wanted)) return null;
  if (wanted === current) return current;
  return (await assignableUser(actor, wanted, "assignedTo")).id;
}

/** Phone, email and own id, and what follows from them. The international number is derived anew with every new phone. */
async function recognised(actor: Actor, before: ContactRow, changes: ContactChanges): Promise<Partial<ContactRow>> {
  const { email, phone, internationalPhoneNumber: international } = changes;
  const newPhone = phone !== undefined && phone !== before.phone;
  const columns: Partial<ContactRow> = email === undefined ? {} : emailColumns(email);
  if (newPhone || (international !== undefined && international !== before.internationalPhoneNumber)) {
    const { country } = await matchingSettings(actor);
    Object.assign(columns, phoneColumns(phone ?? before.phone, country, international));
  }
  // A contact with an id of the company's own is not provisional, and yields to no older contact.
  if (columns.email || columns.phone || changes.externalId) columns.provisional = false;
  return columns;
}

/** Checked before writing, for a helpful message; the index refuses a simultaneous writer. */
export async function requireFreeExternalId(actor: Actor, externalId: string, except: string | null): Promise<void> {
  if (externalId === "" || !(await hasExternalId(actor.companyId, externalId, except))) return;
  const message = "Another contact has this externalId.";
  throw new AppError("already_exists", {
    message,
    details: [{ field: "externalId", code: "already_exists", message }],
  });
}

/** PATCH /v1/contacts/{contactId} (D3) */
export const updateContact = command({
  name: "contacts.update",
  access: "clients_write",
  input: updateContactInput,
  output: contactSchema,
  example: (given) => ({ contactId: given.contactId ?? "", status: "client", assignedTo: given.agentId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    const { contactId, email, phone, internationalPhoneNumber, assignedTo, customFields, ifMatch, ...plain } = input;
    const before = await lockContact(actor, contactId);
    if (plain.name === "" && before.name !== "") throw invalidField("name", "Must not be empty.", "too_small");
    const patch: Partial<ContactRow> = {
      ...plain,
      ...(await recognised(actor, before, { email, phone, internationalPhoneNumber, externalId: plain.externalId })),
    };
    if (assignedTo !== undefined) patch.assignedTo = await assigneeOf(actor, assignedTo, before.assignedTo);
    if (assignedTo !== undefined && patch.assignedTo !== before.assignedTo) await requireReachOfAll(actor, [before.id]);
    if (customFields) {
      const fitting = await fittingChanges(actor, "contact", before.customFields, customFields);
      patch.customFields = mergeCustomFields(before.customFields, fitting);
    }
    requireMatch(ifMatch, before.updatedAt);
    await requireFreeExternalId(actor, plain.externalId ?? "", before.id);
    return viewContact(await saveContact(context, before, patch));
  },
});
