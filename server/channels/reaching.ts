import { z } from "zod";
import { readableContact } from "#server/contacts/access.ts";
import { contactIdInput } from "#server/contacts/schema.ts";
import { query } from "#server/core/operation.ts";
import { row, rows, sql } from "#server/db/sql.ts";

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
    const own = sql`"companyId" = ${actor.companyId}`;
    const found = await row<{ optedOutAt: Date | null }>(sql`
      select "optedOutAt" from contacts where ${own} and "id" = ${contact.id}`);
    const accounts = await rows<z.input<typeof reachSchema>["accounts"][number]>(sql`
      select distinct i."channelId", h."label", h."type", i."username", coalesce(i."userId", '') as "userId", i."phone",
        i."unreachable" from conversations c
      join channel_identities i on i."companyId" = c."companyId" and i."channelId" = c."channelId"
        and i."visitorId" = c."visitorId"
      join channels h on h."companyId" = i."companyId" and h."id" = i."channelId"
      where c."companyId" = ${actor.companyId} and c."contactId" = ${contact.id} order by h."label", i."username" limit 20`);
    return { optedOutAt: found?.optedOutAt ?? null, accounts };
  },
});
