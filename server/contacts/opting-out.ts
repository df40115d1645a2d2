import type { CommandContext } from "#server/core/operation.ts";
import { deleteOptOuts, hasOptedOutSince, insertOptOuts, numbersOf, wishKeys } from "./opting-out.sql.ts";
import { contactsOfKeys, updateOptOut } from "./saving.sql.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Who asked for it: the person, in a message; the platform; or the team. */
type OptOutSource = "word" | "platform" | "team";

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
 * Sets whether a person wants bulk messages, with all contacts that have one of their numbers. `addresses`: numbers and
 * ids at platforms, by which what they said outlives their contact. `at`: when they said it, as platforms deliver in any
 * order; an older word does not opt in who has opted out since.
 */
export async function noteOptOut(
  context: Context,
  person: { contactId?: string | null; addresses: readonly string[] },
  optedOut: boolean,
  source: OptOutSource,
  at: Date = context.now,
): Promise<void> {
  const { actor, now } = context;
  const { companyId } = actor;
  const own = person.contactId ? await numbersOf({ companyId, id: person.contactId }) : [];
  const keys = [...new Set([...own, ...person.addresses.flatMap(wishKeys)])];
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
