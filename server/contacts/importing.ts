import { lockById } from "./access.sql.ts";
import { lockKeys, matchingContact } from "./identity/matching.sql.ts";
import type { ContactRow } from "./row.ts";
import { type ContactContext, insertContact, phoneColumns, saveContact } from "./saving.ts";
import { matchingSettings } from "./settings.ts";

type Somebody = { name: string; phone: string; channelId: string; entryMethod: string };

/**
 * The contact of a person in an address book or a history, found by number even where the company does not match
 * people, or a new one. A name that exists stays.
 */
export async function importContact(context: ContactContext, somebody: Somebody): Promise<ContactRow> {
  const { name, phone, channelId, entryMethod } = somebody;
  const { country } = await matchingSettings(context.actor);
  const columns = phoneColumns(phone, country);
  const keys = { emailKey: "", phoneKeys: columns.phoneKeys ?? [] };
  await lockKeys(context.actor, keys);
  const match = await matchingContact(context.actor, keys, null);
  const known = match && (await lockById(context.actor, match.id));
  if (known) return name && known.name === "" ? saveContact(context, known, { name }) : known;
  return insertContact(context, { ...columns, name, channelId, entryMethod, provisional: false });
}

/** For imports: screens learn that a contact has changed, webhooks get nothing. */
export function quietly<C extends ContactContext>(context: C): C {
  return {
    ...context,
    emit: (event) => {
      const { contactId, channelId = null, at } = event;
      if (!contactId) throw new Error(`${event.type} is of no contact`);
      const when = at ? { at } : {};
      context.emit({ type: "contact/changed", contactId, channelId, data: { id: contactId }, ...when });
    },
  };
}
