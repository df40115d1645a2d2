import { z } from "zod";
import { readableContact } from "#server/contacts/access.sql.ts";
import { findOptOut } from "#server/contacts/opting-out.sql.ts";
import { contactIdInput } from "#server/contacts/schema.ts";
import { query } from "#server/core/operation.ts";
import { accountsOf } from "./reaching.sql.ts";

const reachSchema = z.object({
  optedOutAt: z.date().nullable().meta({ description: "Since when they want no bulk messages." }),
  accounts: z.array(
    z.object({
      channelId: z.string(),
      label: z.string(),
      type: z.string(),
      username: z.string(),
      userId: z.string(),
      phone: z.string(),
      unreachable: z.string().nullable().meta({ description: "Why the platform cannot reach them." }),
    }),
  ),
});

/** How a contact is known at the platforms, and whether they want to be written to in bulk. */
export const reachOfContact = query({
  name: "contacts.reach",
  access: "clients_read",
  input: contactIdInput,
  output: reachSchema,
  example: (given) => ({ contactId: given.contactId ?? "" }),
  async run({ actor, input }) {
    const contact = await readableContact(actor, input.contactId);
    const found = await findOptOut(contact);
    return { optedOutAt: found?.optedOutAt ?? null, accounts: await accountsOf(contact) };
  },
});
