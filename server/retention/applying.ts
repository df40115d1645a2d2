import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { idFloor } from "#server/base/ids.ts";
import { holdConversations } from "#server/conversations/access.ts";
import { deleteConversation } from "#server/conversations/deleting.ts";
import { forgetLastMessages, outdatedConversations } from "#server/conversations/list/outdated.sql.ts";
import type { Actor, systemActor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { scrubOldEvents } from "#server/erasures/events.ts";
import { emptyMessages, oldMessages, silentAmong } from "#server/messages/outdated.sql.ts";
import { sweepOld } from "#server/uploads/sweeping.ts";
import { heldIn } from "./access.ts";
import { type RetentionKind, retentionKinds } from "./choices.ts";
import { rulesOf } from "./rules.ts";

const first = idFloor(new Date(0));
const kindField = z.enum(retentionKinds);
/** Small, so that nobody waits for a lock; and few at a time, so that what is live has the machine. */
const batch = 100;
const slicesATime = 50;
const pauseMs = 100;

type Done = { removed: number; reachedId?: string | undefined };

async function count(
  { companyId }: Pick<Actor, "companyId">,
  at: Date,
  kind: RetentionKind,
  { removed, reachedId }: Done,
) {
  if (removed === 0 && reachedId === undefined) return;
  await prisma.retentionRule.updateMany({
    where: { companyId, kind },
    data: {
      ...(removed > 0 ? { removed: { increment: removed }, removedAt: at } : {}),
      ...(reachedId === undefined ? {} : { reachedId }),
    },
  });
}

/** How many went, where that was not a command's own doing. */
const noteRemoved = command({
  name: "retention.note",
  access: "system",
  input: z.object({ kind: kindField, removed: z.int(), reachedId: z.uuid().optional() }),
  output: z.object({}),
  example: () => ({ kind: "events" as const, removed: 1 }),
  async run({ actor, input: { kind, ...done }, now }) {
    await count(actor, now, kind, done);
    return {};
  },
});

/** What is to go now: the time before which a kind ends, unless everything is held. */
export const planRetention = query({
  name: "retention.plan",
  access: "system",
  input: z.object({}),
  output: z.object({
    conversations: z.array(z.string()),
    due: z.array(z.object({ kind: kindField, time: z.date(), reachedId: z.string() })),
    held: z.object({ contactIds: z.array(z.string()), conversationIds: z.array(z.string()) }),
  }),
  example: () => ({}),
  async run({ actor, now }) {
    const { companyId } = actor;
    const [rules, held] = [await rulesOf(actor), await heldIn(companyId)];
    const due = held.everything
      ? []
      : [...rules.values()]
          .filter(({ days }) => days > 0)
          .map(({ kind, days, reachedId }) => ({
            kind,
            time: new Date(now.getTime() - days * day),
            reachedId: reachedId ?? first,
          }));
    const closed = due.find(({ kind }) => kind === "conversations");
    const found = closed ? await outdatedConversations(companyId, closed.time, held.conversationIds, batch) : [];
    return { conversations: found.map(({ id }) => id), due, held };
  },
});

/** The next slice of old messages. */
export const emptyNext = command({
  name: "retention.emptyMessages",
  access: "system",
  input: z.object({ after: z.uuid(), before: z.uuid(), held: z.array(z.string()) }),
  output: z.object({ more: z.boolean(), reachedId: z.string().nullable() }),
  example: () => ({ after: first, before: first, held: [] }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    const slice = await oldMessages({ companyId, ...input }, batch);
    const conversationIds = [...new Set(slice.map(({ conversationId }) => conversationId))];
    await holdConversations(companyId, conversationIds);
    const ids = slice.map(({ id }) => id);
    const removed = await emptyMessages(companyId, ids);
    const silent = await silentAmong(companyId, conversationIds);
    for (const { id, channelId, updatedAt: at } of await forgetLastMessages(companyId, silent))
      emit({ type: "conversation/changed", conversationId: id, channelId, at, data: { id } });
    const reachedId = ids.at(-1);
    await count(actor, now, "messages", { removed, reachedId });
    return { more: slice.length === batch, reachedId: reachedId ?? null };
  },
});

type SystemActor = ReturnType<typeof systemActor>;
type Plan = Awaited<ReturnType<typeof planRetention.execute>>;
type Due = Plan["due"][number];

async function removeConversations(actor: SystemActor): Promise<void> {
  for (let slice = 0; slice < slicesATime; slice += 1) {
    const { conversations } = await planRetention.execute(actor, {});
    for (const conversationId of conversations) await deleteConversation.execute(actor, { conversationId });
    await noteRemoved.execute(actor, { kind: "conversations", removed: conversations.length });
    if (conversations.length < batch) return;
    await sleep(pauseMs);
  }
}

async function removeMessages(actor: SystemActor, { time, reachedId }: Due, held: Plan["held"]): Promise<void> {
  const [before, ids] = [idFloor(time), held.conversationIds];
  for (let slice = 0, after = reachedId; slice < slicesATime; slice += 1) {
    const done = await emptyNext.execute(actor, { after, before, held: ids });
    if (!done.more || !done.reachedId) return;
    after = done.reachedId;
    await sleep(pauseMs);
  }
}

async function removeFiles(actor: SystemActor, { time }: Due, held: Plan["held"]): Promise<void> {
  for (let slice = 0; slice < slicesATime; slice += 1) {
    const { swept, more } = await sweepOld.execute(actor, { before: idFloor(time), held: held.conversationIds });
    await noteRemoved.execute(actor, { kind: "files", removed: swept });
    if (!more) return;
    await sleep(pauseMs);
  }
}

async function removeFromEvents(actor: SystemActor, { time, reachedId }: Due, held: Plan["held"]): Promise<void> {
  const { companyId } = actor;
  for (let slice = 0, after = reachedId; slice < slicesATime; slice += 1) {
    const { last, scrubbed } = await scrubOldEvents({ companyId, after, before: idFloor(time), held });
    if (!last) return;
    await noteRemoved.execute(actor, { kind: "events", removed: scrubbed, reachedId: last });
    after = last;
    await sleep(pauseMs);
  }
}

const works: Partial<Record<RetentionKind, (actor: SystemActor, due: Due, held: Plan["held"]) => Promise<void>>> = {
  conversations: removeConversations,
  messages: removeMessages,
  files: removeFiles,
  events: removeFromEvents,
};

/**
 * Removes what a company keeps no longer, in slices; what is left goes at the next look. Payloads and logs go with the
 * rows that the installation itself prunes (server/jobs/pruning.ts).
 */
export async function applyRetention(actor: SystemActor): Promise<void> {
  const { due, held } = await planRetention.execute(actor, {});
  for (const one of due) await works[one.kind]?.(actor, one, held);
}
