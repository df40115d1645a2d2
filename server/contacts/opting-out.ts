import { z } from "zod";
import { type CommandContext, command } from "#server/core/operation.ts";
import { lockContact } from "./access.sql.ts";
import { phoneKeys } from "./identity/phones.ts";
import { deleteOptOuts, hasOptedOutSince, insertOptOuts, numbersOf } from "./opting-out.sql.ts";
import { contactsOfKeys, updateOptOut } from "./saving.sql.ts";
import { contactIdInput } from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Who asked for it: the person, in a message; the platform; or the team. */
export type OptOutSource = "word" | "platform" | "team";

type Wish = { optedOutAt: Date | null; source: OptOutSource; byNumber: boolean };

async function note(context: Context, contactId: string, { optedOutAt, source, byNumber }: Wish): Promise<void> {
  const { actor, emit } = context;
  const optedOut = optedOutAt !== null;
  const changed = await updateOptOut({ companyId: actor.companyId, id: contactId }, optedOutAt, byNumber);
  if (!changed) return;
  const about = { contactId, channelId: changed.channelId };
  emit({ type: "contact/changed", ...about, at: changed.updatedAt, data: { id: contactId, optedOut, source } });
}

/**
 * Sets whether a number wants bulk messages, with all contacts that have it: what the person said outlives them. `at`:
 * when they said it, as platforms deliver in any order; an older word does not opt in who has opted out since.
 */
export async function noteOptOut(
  context: Context,
  person: { contactId?: string | null; phone?: string },
  optedOut: boolean,
  source: OptOutSource,
  at: Date = context.now,
): Promise<void> {
  const { actor, now } = context;
  const { companyId } = actor;
  const own = person.contactId ? await numbersOf({ companyId, id: person.contactId }) : [];
  const keys = [...new Set([...own, ...phoneKeys(person.phone ?? "")])];
  const same = await contactsOfKeys(
    companyId,
    keys.map((key) => `phone:${key}`),
  );
  const ids = [...new Set([...(person.contactId ? [person.contactId] : []), ...same.map(({ id }) => id)])].sort();
  const optedOutAt = optedOut ? new Date(Math.min(at.getTime(), now.getTime())) : null;
  if (optedOutAt) await insertOptOuts(companyId, keys, optedOutAt);
  else if (await hasOptedOutSince(companyId, { keys, ids }, at)) return;
  // A contact that came after its number had opted out is in again too, though its own row never said otherwise.
  const byNumber = !optedOut && (await deleteOptOuts(companyId, keys));
  for (const id of ids) await note(context, id, { optedOutAt, source, byNumber });
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
