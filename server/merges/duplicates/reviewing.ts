import { invalidField, notFound } from "#server/base/errors.ts";
import { changeableIds, readableContact, readableContacts } from "#server/contacts/access.sql.ts";
import { countPairs, dismissPair, pairsPage, restorePair } from "#server/contacts/duplicates/pairs.sql.ts";
import { viewContact } from "#server/contacts/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import { offsetOf, paginate } from "#server/core/pagination.ts";
import { duplicatesPage, listDuplicatesInput, pairAnswer, pairInput } from "./schema.ts";

/** GET /v1/contacts/duplicates (W9) */
export const listDuplicates = query({
  name: "merges.duplicates",
  access: "clients_read",
  input: listDuplicatesInput,
  output: duplicatesPage,
  example: () => ({ limit: 20 }),
  async run({ actor, input }) {
    const skip = offsetOf(input);
    const total = await countPairs(actor);
    const pairs = await pairsPage(actor, { take: input.limit, skip });
    const contacts = await readableContacts(
      actor,
      pairs.flatMap(({ firstId, secondId }) => [firstId, secondId]),
    );
    const known = new Map(contacts.map((contact) => [contact.id, viewContact(contact)]));
    const data = pairs.map(({ firstId, secondId, reasons, createdAt }) => ({
      contacts: [known.get(firstId), known.get(secondId)].filter((contact) => contact !== undefined),
      reasons,
      createdAt,
    }));
    return { pagination: paginate(input, total, skip + pairs.length < total, null), data };
  },
});

/** Both are theirs to write, as with a merge: what is said holds for the other one too. */
async function pairOf(actor: Actor, { contactId, otherId }: { contactId: string; otherId: string }) {
  const [first, other] = [await readableContact(actor, contactId), await readableContact(actor, otherId)];
  if (other.id === first.id) throw invalidField("otherId", "It is the same contact.", "same");
  const changeable = await changeableIds(actor, [first.id, other.id]);
  if (changeable.size < 2) throw notFound("contact");
  return { first, ids: [first.id, other.id] satisfies [string, string] as [string, string] };
}

type PairContext = CommandContext<{ contactId: string; otherId: string }>;

async function mark({ actor, input, emit }: PairContext, different: boolean) {
  const { first, ids } = await pairOf(actor, input);
  const changed = different ? await dismissPair(actor, ids, actor.userId ?? actor.id) : await restorePair(actor, ids);
  if (changed)
    emit({ type: "contact/changed", contactId: first.id, channelId: first.channelId, data: { id: first.id } });
  return { contactId: ids[0], otherId: ids[1], different };
}

/** PUT /v1/contacts/{contactId}/different/{otherId}: they are not the same, and are not suggested again. */
export const markDifferent = command({
  name: "merges.markDifferent",
  access: "clients_write",
  input: pairInput,
  output: pairAnswer,
  example: (given) => ({ contactId: given.contactId ?? "", otherId: given.otherContactId ?? "" }),
  run: (context) => mark(context, true),
});

/** DELETE of the same path: they may be suggested again. */
export const unmarkDifferent = command({
  name: "merges.unmarkDifferent",
  access: "clients_write",
  input: pairInput,
  output: pairAnswer,
  example: (given) => ({ contactId: given.contactId ?? "", otherId: given.otherContactId ?? "" }),
  run: (context) => mark(context, false),
});
