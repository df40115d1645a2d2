import { z } from "zod";
import { type CommandContext, command } from "#server/core/operation.ts";
import { lockContact } from "./access.sql.ts";
import { phoneKeys } from "./identity/phones.ts";
import { contactsOfKeys, updateOptOut } from "./saving.sql.ts";
import { contactIdInput } from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Who asked for it: the person, in a message; the platform; or the team. */
export type OptOutSource = "word" | "platform" | "team";

async function note(context: Context, contactId: string, optedOut: boolean, source: OptOutSource): Promise<void> {
  const { actor, emit } = context;
  const changed = await updateOptOut({ companyId: actor.companyId, id: contactId }, optedOut);
  if (!changed) return;
  const about = { contactId, channelId: changed.channelId };
  emit({ type: "contact/changed", ...about, at: changed.updatedAt, data: { id: contactId, optedOut, source } });
}

/** Sets for all contacts with this number whether they want bulk messages. */
export async function noteOptOut(
  context: Context,
  person: { contactId?: string | null; phone?: string },
  optedOut: boolean,
  source: OptOutSource,
): Promise<void> {
  const keys = person.phone ? phoneKeys(person.phone).map((key) => `phone:${key}`) : [];
  const same = await contactsOfKeys(context.actor.companyId, keys);
  const ids = new Set([...(person.contactId ? [person.contactId] : []), ...same.map(({ id }) => id)]);
  for (const id of [...ids].sort()) await note(context, id, optedOut, source);
}

/** The team records that a contact wants no bulk messages, or wants them again. */
export const setOptOut = command({
  name: "contacts.setOptOut",
  access: "clients_write",
  input: contactIdInput.extend({ optedOut: z.boolean() }),
  output: z.object({ contactId: z.string(), optedOut: z.boolean() }),
  example: (given) => ({ contactId: given.contactId ?? "", optedOut: true }),
  async run(context) {
    const { contactId, optedOut } = context.input;
    const contact = await lockContact(context.actor, contactId);
    await note(context, contact.id, optedOut, "team");
    return { contactId: contact.id, optedOut };
  },
});
