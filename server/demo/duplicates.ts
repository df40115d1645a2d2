import { createContact } from "#server/contacts/creating.ts";
import { listContacts } from "#server/contacts/list/listing.ts";
import type { Actor } from "#server/core/actor.ts";

/** Somebody whom a colleague entered by hand, although the bot had made a contact of them: a pair to merge. */
export async function seedDuplicate(admin: Actor, websiteId: string): Promise<void> {
  const { data } = await listContacts.execute(admin, { orderBy: "createdAt", order: "asc", limit: 1 });
  const [known] = data;
  if (!known?.email) return;
  const name = known.name.toUpperCase();
  const more = { customFields: { "Frame size": "L" }, note: "Came by the shop, wants a test ride." };
  await createContact.execute(admin, { websiteId, name, email: known.email, entryMethod: "MANUAL", ...more });
}
