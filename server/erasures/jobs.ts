import { z } from "zod";
import { day, hour, now, second } from "#server/base/clock.ts";
import { forgetListed, forgetRecipient } from "#server/campaigns/forgetting.ts";
import { forgetPayloads } from "#server/channels/forgetting.ts";
import { dropUndoneMerges, undoneMergesOf } from "#server/contacts/merged/merged.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { inCompany, inTransaction } from "#server/db/pool.ts";
import { addJob, afterDeletion } from "#server/kit/jobs/adding.ts";
import { type Task, task } from "#server/kit/jobs/task.ts";
import { forgetAnswers } from "#server/kit/rest/kept-answers.sql.ts";
import { forgetMailed } from "#server/mail/forgetting.ts";
import { removeUploads } from "#server/uploads/removing.ts";
import { sweepUploads } from "#server/uploads/sweeping.ts";
import { scrubDeliveries } from "#server/webhooks/scrubbing.ts";
import { noteErased } from "./erasing.ts";
import {
  abandonedBy,
  type Batch,
  type DeletedRecord,
  deletedRecordOf,
  isPlatformId,
  platformIdsOf,
  scrubEvents,
  scrubUndone,
} from "./events.sql.ts";
import type { Part } from "./values.ts";

const parts: readonly Part[] = ["all", "contact"];
const first = "00000000-0000-0000-0000-000000000000";

type Told = { events: number; pending: number };

/** Scrubs events, a batch at a time, and what was sent of them. Counts them, and the deliveries that still wait. */
async function scrubAll(actor: Actor, next: (after: string) => Promise<Batch>): Promise<Told> {
  let [events, pending] = [0, 0];
  for (let after: string | undefined = first; after; ) {
    const { last, ids } = await next(after);
    for (const part of parts) {
      if (ids[part].length === 0) continue;
      events += ids[part].length;
      pending += (await scrubDeliveries.execute(actor, { eventIds: ids[part], part })).pending;
    }
    after = last;
  }
  return { events, pending };
}

async function scrubTold(actor: Actor, gone: DeletedRecord): Promise<Told> {
  const { companyId, id, kind } = gone;
  const told = await scrubAll(actor, (after) => scrubEvents(gone, after));
  const merges =
    kind === "contact" && !gone.merged ? await inCompany(companyId, () => undoneMergesOf(companyId, id)) : [];
  for (const merge of merges) {
    const { events, pending } = await scrubAll(actor, (after) => scrubUndone(companyId, merge, after));
    told.events += events;
    told.pending += pending;
  }
  return told;
}

/** By all that the platform calls them, also what only its own payloads say. Counts the payloads that still wait. */
async function scrubJournal(actor: Actor, gone: DeletedRecord): Promise<number> {
  let pending = 0;
  if (gone.kind === "contact" || !gone.channelId) return pending;
  const ids = new Set(await platformIdsOf(gone));
  // A set hands out what is added to it on the way.
  for (const platformId of ids) {
    for (let more = true; more; ) {
      const emptied = await forgetPayloads.execute(actor, { channelId: gone.channelId, platformId });
      for (const other of emptied.others) if (isPlatformId(other)) ids.add(other);
      more = emptied.more;
      if (!more) pending += emptied.waiting;
    }
  }
  return pending;
}

type Scrubbed = { done: boolean; events: number };

/** Whether all is done: what is on its way goes out unchanged, and is scrubbed afterwards, unless this is the `last` time. */
async function scrub(actor: Actor, gone: DeletedRecord, last: boolean): Promise<Scrubbed> {
  if (!gone.merged) await forgetAnswers(actor, gone.id);
  // Webhooks have not read these events yet; where they have not for this long, no one is told of the person any more.
  if (!(gone.told || last)) return { done: false, events: 0 };
  // Their ids stand in the events: these are scrubbed when nothing is left to be found by them, or is not dealt with at all.
  const payloads = await scrubJournal(actor, gone);
  if (payloads > 0 && now().getTime() - gone.at.getTime() < hour) return { done: false, events: 0 };
  if (gone.kind === "contact" && !gone.merged) {
    const { id: contactId, email, phone } = gone;
    await forgetListed.execute(actor, { contactId, email, phone });
  }
  const { events, pending } = await scrubTold(actor, gone);
  if (gone.merged) return { done: pending === 0, events };
  const recipients = await forgetRecipient.execute(actor, { kind: gone.kind, id: gone.id, last });
  const mails = await forgetMailed.execute(actor, { id: gone.id });
  const files = gone.kind === "conversation" && (await removeUploads.execute(actor, { conversationId: gone.id })).later;
  // Archives that they were read from, and files that waited for a message: their time is over now.
  const { later } = await sweepUploads(actor);
  return { done: pending + recipients.pending + mails.pending === 0 && !files && !later, events };
}

/** 5 s, 10 s, 20 s ... an hour. */
function delayMs(round: number): number {
  return Math.min(5 * second * 2 ** Math.min(round, 12), hour);
}

/** Longer than deliveries are kept (server/jobs/pruning.ts): after that there is nothing left to come back for. */
const longestMs = 32 * day;

/**
 * Runs after a contact or conversation was deleted: removes the person from events, from what was sent and from the
 * answers to it.
 */
const erase = task({
  name: "erasures.scrub",
  payload: z.object({ companyId: z.uuid(), eventId: z.uuid(), round: z.coerce.number().int().default(0) }),
  async run({ actor, payload: { companyId, eventId, round } }) {
    const gone = await deletedRecordOf(companyId, eventId);
    if (!gone) return;
    const last = now().getTime() - gone.at.getTime() > longestMs;
    const { done, events } = await scrub(actor, gone, last);
    if (done || last) {
      if (gone.merged) return;
      await inTransaction(companyId, () => dropUndoneMerges(companyId, gone.id));
      await noteErased.execute(actor, { recordId: gone.id, events });
      return;
    }
    const next = { companyId, eventId, round: String(round + 1) };
    const runAt = new Date(Date.now() + delayMs(round));
    await addJob("erasures.scrub", next, { key: `scrub:${eventId}`, runAt, priority: afterDeletion });
  },
});

/** A certificate that waits is worked on, whatever became of the job that was to. */
export async function resumeErasures({ companyId }: Pick<Actor, "companyId">): Promise<void> {
  for (const eventId of await abandonedBy(companyId))
    await addJob("erasures.scrub", { companyId, eventId }, { key: `scrub:${eventId}`, priority: afterDeletion });
}

export const erasureTasks: readonly Task[] = [erase];
