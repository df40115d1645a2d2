import { fitsCustomFields } from "#server/contacts/editing.ts";
import { emailKey } from "#server/contacts/identity/phones.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { emailColumns, phoneColumns } from "#server/contacts/saving.ts";
import { maxTags } from "#server/contacts/schema.ts";
import type { MatchingSettings } from "#server/contacts/settings.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { emailField } from "#server/core/fields.ts";

/** What is known of a visitor: what was captured now, and else what the conversation already says. */
export type Captured = Pick<
  ContactRow,
  "name" | "email" | "phone" | "internationalPhoneNumber" | "emailKey" | "phoneKeys" | "customFields"
>;

const fields = ["name", "email", "phone"] as const;
type Field = (typeof fields)[number];

type Given = Record<Field, string> & { customFields: Record<string, unknown> };

type Custom = ContactRow["customFields"];

/** With as many of the new ones, in their order, as a contact can keep: one long answer does not cost the others. */
function fitting(kept: Custom, added: Custom): Custom {
  let all = kept;
  for (const [key, value] of Object.entries(added)) {
    const more = { ...all, [key]: value };
    if (fitsCustomFields(more)) all = more;
  }
  return all;
}

export function capturedOf(input: Given, conversation: ConversationRow, settings: MatchingSettings): Captured {
  // The API stores a conversation's visitorEmail unchecked.
  const email = [input.email, conversation.visitorEmail].find((text) => emailField.safeParse(text).success) ?? "";
  const phone = input.phone || conversation.visitorPhone;
  return {
    name: input.name || conversation.visitorName,
    customFields: fitting({}, input.customFields),
    ...(emailColumns(email) as Pick<Captured, "email" | "emailKey">),
    ...(phoneColumns(phone, settings.country) as Pick<Captured, "phone" | "internationalPhoneNumber" | "phoneKeys">),
  };
}

/** Empty fields are filled; what is already there stays (D10). Custom fields of its own conversation are answered anew. */
export function filling(contact: ContactRow, captured: Captured, own = false): Partial<ContactRow> {
  const { name, email, emailKey: key, phone, internationalPhoneNumber, phoneKeys } = captured;
  const isNew = (key: string) => own || !Object.hasOwn(contact.customFields, key);
  const added = Object.fromEntries(Object.entries(captured.customFields).filter(([key]) => isNew(key)));
  return {
    customFields: fitting(contact.customFields, added),
    ...(contact.name === "" && name ? { name } : {}),
    ...(contact.email === "" && email ? { email, emailKey: key, provisional: false } : {}),
    ...(contact.phone === "" && phone ? { phone, internationalPhoneNumber, phoneKeys, provisional: false } : {}),
  };
}

/** A claim fills no field that identifies a person, because anyone could have typed it. */
export function unproven(changes: Partial<ContactRow>): Partial<ContactRow> {
  const {
    email: _email,
    emailKey: _key,
    phone: _phone,
    internationalPhoneNumber: _number,
    phoneKeys: _keys,
    ...rest
  } = changes;
  return rest;
}

type Difference = { before: string; after: string };

/** What was said but not stored, because another value was already known. */
export function differencesOf(contact: ContactRow, captured: Captured): Partial<Record<Field, Difference>> {
  const samePhone =
    contact.phoneKeys.some((key) => captured.phoneKeys.includes(key)) || contact.phone === captured.phone;
  const same: Record<Field, boolean> = {
    name: contact.name.toLowerCase() === captured.name.toLowerCase(),
    email: contact.emailKey === emailKey(captured.email),
    phone: samePhone,
  };
  const kept = fields.filter((field) => contact[field] !== "" && captured[field] !== "" && !same[field]);
  return Object.fromEntries(kept.map((field) => [field, { before: captured[field], after: contact[field] }]));
}

const carried = [
  "subStatus",
  "message",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "gclid",
  "conversionUrl",
  "refererTracking",
  "device",
] as const;

/** What the older contact lacks and the provisional one has. */
export function inherited(contact: ContactRow, from: ContactRow): Partial<ContactRow> {
  const texts = carried.filter((column) => contact[column] === "" && from[column] !== "");
  const known = contact.tags.map((tag) => tag.toLowerCase());
  const tags = [...contact.tags, ...from.tags.filter((tag) => !known.includes(tag.toLowerCase()))].slice(0, maxTags);
  const custom = { ...from.customFields, ...contact.customFields };
  return {
    ...Object.fromEntries(texts.map((column) => [column, from[column]])),
    ...(contact.name === "" && from.name ? { name: from.name } : {}),
    ...(contact.rating === 0 ? { rating: from.rating } : {}),
    ...(contact.assignedTo === null ? { assignedTo: from.assignedTo } : {}),
    tags,
    customFields: fitsCustomFields(custom) ? custom : contact.customFields,
  };
}
