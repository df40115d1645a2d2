import { invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { findView } from "#server/views/access.ts";
import { contactsOf } from "#server/views/meaning.ts";
import type { ContactFilters } from "../schema.ts";
import { givenFilters, namesOf } from "./filtering.sql.ts";

/** What a view holds, as filters of the list. */
export function filtersOfContacts(view: Parameters<typeof contactsOf>[0]): ContactFilters {
  return givenFilters(contactsOf(view));
}

/** Both at once. What only one of them asks for stays a plain filter, so that counters can still tell the total. */
function narrowed(held: ContactFilters, asked: ContactFilters): ContactFilters {
  const same = (name: keyof ContactFilters) => JSON.stringify(held[name]) === JSON.stringify(asked[name]);
  const twice = namesOf(held).filter((name) => Object.hasOwn(asked, name) && !same(name));
  if (twice.length === 0) return { ...held, ...asked };
  return { ...held, ...asked, within: Object.fromEntries(twice.map((name) => [name, held[name]])) };
}

/** The filters of a list with its parameter `view`; undefined: there is no such view, and it finds nothing (A9). */
export async function throughView(
  actor: Actor,
  id: string | undefined,
  asked: ContactFilters,
): Promise<ContactFilters | undefined> {
  if (!id) return asked;
  const view = await findView(actor, id);
  if (!view) return undefined;
  if (view.page !== "contacts")
    throw invalidField("view", "This view holds conversations: ask GET /v1/conversations for it.", "wrong_view");
  return narrowed(filtersOfContacts(view), asked);
}
