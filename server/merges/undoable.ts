import { day } from "#server/base/clock.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import { readableContacts } from "#server/contacts/access.sql.ts";
import { findMerge, mergesOf } from "#server/contacts/merged/kept.ts";
import { externalIdHolder } from "#server/contacts/saving.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { ContactMerge } from "#server/db/generated/client.ts";

/** So long a merge can be undone. */
const undoableMs = 30 * day;

export const untilOf = ({ createdAt }: Pick<ContactMerge, "createdAt">) => new Date(createdAt.getTime() + undoableMs);

/** The latest one goes first: what an earlier one changed is also in what a later one found there. */
export async function undoable(actor: Actor, contactId: string, mergeId: string, now: Date): Promise<ContactMerge> {
  const found = await findMerge(actor, contactId, mergeId);
  if (!found) throw notFound("merge");
  if (found.undoneAt) throw new AppError("conflict", { message: "It was undone already." });
  if (untilOf(found) < now) throw new AppError("conflict", { message: "A merge can be undone for 30 days." });
  const last = (await mergesOf(actor, contactId)).find(({ undoneAt }) => !undoneAt);
  if (!last || last.id === found.id) return found;
  const message = "Another contact was merged into this one later: undo that merge first.";
  throw new AppError("conflict", {
    message,
    details: [{ field: "mergeId", code: "later_merge", message }],
    extra: { laterMergeId: last.id },
  });
}

/** Each is one contact's: who was given the id of one of the two meanwhile gives it back first. */
export async function requireFreeIds(actor: Actor, winner: { id: string; externalId: string }, loser: unknown) {
  const { externalId: ofLoser } = loser as { externalId: string };
  const holders = [
    await externalIdHolder(actor.companyId, winner.externalId, winner.id),
    await externalIdHolder(actor.companyId, ofLoser, winner.id),
    ofLoser !== "" && ofLoser === winner.externalId ? winner.id : undefined,
  ];
  const holder = holders.find((id) => id !== undefined);
  if (!holder) return;
  const message = "Another contact has the externalId that one of the two would have again: take it from there first.";
  const known = (await readableContacts(actor, [holder])).map(({ id }) => id);
  throw new AppError("already_exists", {
    message,
    details: [{ field: "externalId", code: "already_exists", message }],
    ...(known[0] ? { extra: { contactId: known[0] } } : {}),
  });
}
