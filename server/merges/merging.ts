import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { invalidField, notFound } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { changeableIds, lockContact, readableContact } from "#server/contacts/access.sql.ts";
import { removeRow } from "#server/contacts/deleting.sql.ts";
import { keepMerge, markUndone, mergesOf } from "#server/contacts/merged/kept.ts";
import { keptRow, putBack, writeKept } from "#server/contacts/merged/merged.sql.ts";
import { type ContactContext, saveContact } from "#server/contacts/saving.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { eventContact, viewContact } from "#server/contacts/viewing.ts";
import { requireReachOfAll } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { NewEvent } from "#server/core/events/storing.ts";
import { command, query } from "#server/core/operation.ts";
import type { ContactMerge } from "#server/db/generated/client.ts";
import { momentAfter } from "#server/db/moment.ts";
import { requireNotHeld } from "#server/retention/access.ts";
import { chosenOf, type WholeRow } from "./choosing.ts";
import { moveConversations, moveRest } from "./moving.ts";
import {
  type MovedIds,
  mergeContactsInput,
  mergedSchema,
  mergeIdInput,
  mergeSchema,
  mergesOfInput,
  unmergedSchema,
} from "./schema.ts";
import { takenBack } from "./taking-back.ts";
import { requireFreeIds, undoable, untilOf } from "./undoable.ts";

type Row = Record<string, unknown>;

function viewMerge(merge: ContactMerge, now: Date): z.input<typeof mergeSchema> {
  const { id, winnerId, loserId, createdAt, undoneAt } = merge;
  const until = untilOf(merge);
  const loserName = String((merge.loser as { name?: string }).name ?? "");
  return {
    id,
    contactId: winnerId,
    loserId,
    loserName,
    createdAt,
    undoneAt,
    undoableUntil: undoneAt || until < now ? null : until,
  };
}

/** Both, held, in the order of their ids, after their conversations. */
async function lockBoth(actor: Actor, ids: readonly string[]): Promise<Map<string, WholeRow>> {
  const locked: [string, WholeRow][] = [];
  for (const id of [...ids].sort()) locked.push([id, (await lockContact(actor, id)) as WholeRow]);
  return new Map(locked);
}

function told(context: ContactContext, row: WholeRow, merge: { id: string; loserId: string }, undone: boolean): void {
  const about = { contactId: row.id, channelId: row.channelId, at: row.updatedAt };
  const data = { ...eventContact(row), mergeId: merge.id, mergedId: merge.loserId, undone };
  context.emit({ type: "contact/merged", ...about, data });
}

/** Screens that show the other one drop it, or show it again. */
function seen({ id, channelId, updatedAt: at }: Pick<WholeRow, "id" | "channelId" | "updatedAt">): NewEvent {
  return { type: "contact/changed", contactId: id, channelId, at, data: { id } };
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter(
    (name) => name !== "updatedAt" && !isDeepStrictEqual(before[name], after[name]),
  );
  const pick = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name]]));
  return { before: pick(before), after: pick(after) };
}

async function requirePair(actor: Actor, contactId: string, loserId: string): Promise<void> {
  const reachable = await changeableIds(actor, [contactId, loserId]);
  if (!reachable.has(contactId.toLowerCase())) throw notFound("contact");
  if (!reachable.has(loserId.toLowerCase())) throw invalidField("loserId", "No such contact.", "unknown_reference");
  if (contactId.toLowerCase() === loserId.toLowerCase())
    throw invalidField("loserId", "A contact cannot be merged with itself.", "same");
}

/** POST /v1/contacts/{contactId}/merge (W9): what is about the other contact is about this one, and the other one goes. */
export const mergeContacts = command({
  name: "merges.merge",
  access: "clients_write",
  input: mergeContactsInput,
  output: mergedSchema,
  example: (given) => ({
    contactId: given.contactId ?? "",
    loserId: given.otherContactId ?? "",
    fields: { name: "winner" as const },
  }),
  async run(context) {
    const { actor, input, now } = context;
    const { companyId } = actor;
    await requirePair(actor, input.contactId, input.loserId);
    await requireReachOfAll(actor, [input.contactId, input.loserId]);
    const [winnerId, loserId] = [input.contactId.toLowerCase(), input.loserId.toLowerCase()];
    const way = { from: loserId, to: winnerId };
    const first = await moveConversations(context, way);
    const both = await lockBoth(actor, [winnerId, loserId]);
    const [winner, loser] = [both.get(winnerId), both.get(loserId)];
    if (!winner || !loser) throw notFound("contact");
    await requireNotHeld(companyId, { contactIds: [loserId], conversationIds: [] });
    const conversations = [...first, ...(await moveConversations(context, way))];
    const moved: MovedIds = { conversations, ...(await moveRest(context, way)) };
    const [keptLoser, keptWinner] = [await keptRow(actor, loserId), await keptRow(actor, winnerId)];
    const chosen = chosenOf(winner, loser, input.fields);
    await removeRow(companyId, loserId);
    const after = (await saveContact(context, winner, chosen)) as WholeRow;
    const changes = differences(keptWinner, await keptRow(actor, winnerId));
    const data = { companyId, id: newId(), winnerId, loserId, loser: keptLoser, ...changes, moved };
    const owned = {
      emailKey: loser.emailKey,
      externalId: loser.externalId,
      userId: actor.userId ?? actor.id,
      createdAt: now,
    };
    const merge = await keepMerge({ ...data, ...owned } as never);
    told(context, after, merge, false);
    context.emit(seen({ ...loser, updatedAt: after.updatedAt }));
    return { ...viewContact(after), merge: viewMerge(merge, now) };
  },
});

/** POST /v1/contacts/{contactId}/merges/{mergeId}/undo: both are as they were; what was changed since stays changed. */
export const undoMerge = command({
  name: "merges.undo",
  access: "clients_write",
  input: mergeIdInput,
  output: unmergedSchema,
  example: (given) => ({ contactId: given.contactId ?? "", mergeId: given.mergeId ?? "" }),
  async run(context) {
    const { actor, input, now } = context;
    const { id: winnerId } = await readableContact(actor, input.contactId);
    await undoable(actor, winnerId, input.mergeId, now);
    const current = await lockContact(actor, winnerId);
    const merge = await undoable(actor, winnerId, input.mergeId, now);
    // What is held with the contact would leave it, to one that nothing holds.
    await requireNotHeld(actor.companyId, { contactIds: [winnerId], conversationIds: merge.moved.conversations });
    const at = momentAfter(current.updatedAt);
    const kept = await keptRow(actor, winnerId);
    const { country } = await matchingSettings(actor);
    const back = takenBack(kept, merge.before as Row, merge.after as Row, country);
    const externalId = String(back.externalId ?? current.externalId);
    await requireFreeIds(actor, { id: winnerId, externalId }, merge.loser);
    await writeKept(actor, winnerId, { ...back, updatedAt: at.toISOString() });
    await putBack({ ...(merge.loser as Record<string, unknown>), updatedAt: at.toISOString() });
    const way = { from: winnerId, to: merge.loserId };
    await moveConversations(context, way, merge.moved.conversations);
    await moveRest(context, way, merge.moved);
    const undone = await markUndone(merge, now);
    const [winner, restored] = [await lockContact(actor, winnerId), await lockContact(actor, merge.loserId)];
    told(context, winner as WholeRow, merge, true);
    context.emit(seen(restored));
    return { ...viewContact(winner), merge: viewMerge(undone, now), restored: viewContact(restored) };
  },
});

/** GET /v1/contacts/{contactId}/merges: who went into it, the last first. */
export const listMerges = query({
  name: "merges.list",
  access: "clients_read",
  input: mergesOfInput,
  output: z.array(mergeSchema),
  example: (given) => ({ contactId: given.contactId ?? "" }),
  async run({ actor, input, now }) {
    const { id } = await readableContact(actor, input.contactId);
    const found = await mergesOf(actor, id);
    return found.map((merge) => viewMerge(merge, now));
  },
});
