import { z } from "zod";
import { type CommandContext, command } from "#server/core/operation.ts";
import { lockContact } from "./access.sql.ts";
import { phoneKeys } from "./identity/phones.ts";
import { deleteOptOuts, insertOptOuts, numbersOf } from "./opting-out.sql.ts";
import { contactsOfKeys, updateOptOut } from "./saving.sql.ts";
import { contactIdInput } from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Who asked for it: the person, in a message; the platform; or the team. */
export type OptOutSource = "word" | "platform" | "team";

type Wish = { optedOut: boolean; source: OptOutSource; byNumber: boolean };

async function note(context: Context, contactId: string, { optedOut, source, byNumber }: Wish): Promise<void> {
  const { actor, emit } = context;
  const changed = await updateOptOut({ companyId: actor.companyId, id: contactId }, optedOut, byNumber);
  if (!changed) return;
  const about = { contactId, channelId: changed.channelId };
  emit({ type: "contact/changed", ...about, at: changed.updatedAt, data: { id: contactId, optedOut, source } });
}

/** Sets whether a number wants bulk messages, with all contacts that have it: what the person said outlives them. */
export async function noteOptOut(
  context: Context,
  person: { contactId?: string | null; phone?: string },
  optedOut: boolean,
  source: OptOutSource,
): Promise<void> {
  const { actor, now } = context;
  const { companyId } = actor;
  const own = person.contactId ? await numbersOf({ companyId, id: person.contactId }) : [];
  const keys = [...new Set([...own, ...phoneKeys(person.phone ?? "")])];
  if (optedOut) await insertOptOuts(companyId, keys, now);
  // A contact that came after its number had opted out is in again too, though its own row never said otherwise.
  const byNumber = !optedOut && (await deleteOptOuts(companyId, keys));
  const same = await contactsOfKeys(
    companyId,
    keys.map((key) => `phone:${key}`),
  );
  const ids = new Set([...(person.contactId ? [person.contactId] : []), ...same.map(({ id }) => id)]);
  for (const id of [...ids].sort()) await note(context, id, { optedOut, source, byNumber });
}

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
    await noteOptOut(context, { contactId: contact.id }, optedOut, "team");
    return { contactId: contact.id, optedOut };
  },
});
