import { z } from "zod";
import { lockContact, readableContact } from "#server/contacts/access.sql.ts";
import { findOptOut, numbersOf, optedOutAmong } from "#server/contacts/opting-out.sql.ts";
import { noteOptOut } from "#server/contacts/opting-out.ts";
import { contactIdInput } from "#server/contacts/schema.ts";
import { command, query } from "#server/core/operation.ts";
import { isUserId } from "./outbound/addressing.ts";
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
    const accounts = await accountsOf(contact);
    // Of who has a number, the number is asked.
    const asked = (await numbersOf(contact)).length === 0 ? userIdsIn(accounts) : [];
    const [byId] = (await optedOutAmong(contact.companyId, asked)).values();
    return { optedOutAt: found?.optedOutAt ?? byId ?? null, accounts };
  },
});

const userIdsIn = (accounts: Awaited<ReturnType<typeof accountsOf>>) =>
  accounts.map(({ userId }) => userId).filter(isUserId);

/** The team records that a person wants no bulk messages, or wants them again. */
export const setOptOut = command({
  name: "contacts.setOptOut",
  access: "clients_write",
  input: contactIdInput.extend({ optedOut: z.boolean() }),
  output: z.object({ contactId: z.string(), optedOut: z.boolean() }),
  example: (given) => ({ contactId: given.contactId ?? "", optedOut: true }),
  async run(context) {
    const { contactId, optedOut } = context.input;
    const contact = await lockContact(context.actor, contactId);
    const addresses = userIdsIn(await accountsOf(contact));
    await noteOptOut(context, { contactId: contact.id, addresses }, optedOut, "team");
    return { contactId: contact.id, optedOut };
  },
});
