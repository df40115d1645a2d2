import type { contactsGone } from "#server/contacts/deleting.ts";
import { forgetItems } from "./histories/items.sql.ts";
import { clearCells } from "./rows.sql.ts";

type Gone = Parameters<typeof contactsGone.tell>[1];

/** Rows that failed keep their cells for whoever mends the file: not those of people who are deleted. */
export async function forgetRows(_context: unknown, { companyId, contacts }: Gone): Promise<void> {
  const named = contacts.flatMap(({ email, phone, externalId }) => [email, email.toLowerCase(), phone, externalId]);
  const values = [...new Set(named.filter((value) => value !== ""))];
  if (values.length > 0) await clearCells(companyId, values);
  await forgetItems(
    companyId,
    contacts.map(({ id }) => id),
    values,
  );
}
