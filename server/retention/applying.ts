import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { idFloor } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { holdConversations, lockAnyConversation } from "#server/conversations/access.sql.ts";
import { deleteConversation } from "#server/conversations/deleting.ts";
import { forgetLastMessages, isOutdated, outdatedConversations } from "#server/conversations/list/outdated.sql.ts";
import type { Actor, systemActor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { scrubOldEvents } from "#server/erasures/events.sql.ts";
import { emptyMessages, oldMessages, silentAmong } from "#server/messages/outdated.sql.ts";
import { sweepOld } from "#server/uploads/sweeping.ts";
import { heldIn, keepHolds, rulesOf } from "./access.ts";
import { type RetentionKind, retentionKinds } from "./choices.ts";

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

async function dueNow(actor: Pick<Actor, "companyId">, now: Date) {
  const [rules, held] = [await rulesOf(actor), await heldIn(actor.companyId)];
  const set = held.everything ? [] : [...rules.values()].filter(({ days }) => days > 0);
  const due = set.map(({ kind, days, reachedId }) => ({
    kind,
    time: new Date(now.getTime() - days * day),
    reachedId: reachedId ?? first,
  }));
  return { due, held };
}

/** What is to go now: the time before which a kind ends, unless everything is held. */
const planRetention = query({
  name: "retention.plan",
  access: "system",
  input: z.object({}),
  output: z.object({
    due: z.array(z.object({ kind: kindField, time: z.date(), reachedId: z.string() })),
  }),
  example: () => ({}),
  run: async ({ actor, now }) => ({ due: (await dueNow(actor, now)).due }),
});

/** The next closed conversations to go. */
const listOutdated = query({
  name: "retention.outdated",
  access: "system",
  input: z.object({}),
  output: z.object({ ids: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor, now }) {
    const { due, held } = await dueNow(actor, now);
    const closed = due.find(({ kind }) => kind === "conversations");
    if (!closed) return { ids: [] };
    const found = await outdatedConversations(actor.companyId, closed.time, held.conversationIds, batch);
    return { ids: found.map(({ id }) => id) };
  },
});

/** One of them goes, unless somebody has opened it again since it was found, or written there. */
const deleteOutdated = command({
  name: "retention.deleteConversation",
  access: "system",
  input: z.object({ conversationId: z.uuid(), before: z.date() }),
  output: z.object({ deleted: z.boolean() }),
  example: (given) => ({ conversationId: given.conversationId ?? "", before: new Date(0) }),
  async run({ actor, input: { conversationId, before } }) {
    const conversation = await lockAnyConversation(actor, conversationId);
    if (!conversation || !(await isOutdated(actor.companyId, conversationId, before))) return { deleted: false };
    await deleteConversation.execute(actor, { conversationId });
    return { deleted: true };
  },
});

/** The next slice of old messages. */
const emptyNext = command({
  name: "retention.emptyMessages",
  access: "system",
  input: z.object({ after: z.uuid(), before: z.uuid() }),
  output: z.object({ more: z.boolean() }),
  example: () => ({ after: first, before: first }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await keepHolds(companyId);
    const held = await heldIn(companyId);
    if (held.everything) return { more: false };
    const slice = await oldMessages({ companyId, ...input, held: held.conversationIds }, batch);
    const conversationIds = [...new Set(slice.map(({ conversationId }) => conversationId))];
    await holdConversations(companyId, conversationIds);
    const ids = slice.map(({ id }) => id);
    const removed = await emptyMessages(companyId, ids);
    const silent = await silentAmong(companyId, conversationIds);
    for (const { id, channelId, updatedAt: at } of await forgetLastMessages(companyId, silent))
      emit({ type: "conversation/changed", conversationId: id, channelId, at, data: { id } });
    const reachedId = ids.at(-1);
    await count(actor, now, "messages", { removed, reachedId });
    return { more: slice.length === batch };
  },
});

type SystemActor = ReturnType<typeof systemActor>;
type Plan = Awaited<ReturnType<typeof planRetention.execute>>;
/** Answers whether there is more. */
type Slice = (actor: SystemActor, due: Plan["due"][number]) => Promise<boolean>;

/** One that cannot go, because it was put under a hold just now say, keeps no other: the next look tries it again. */
async function removeConversations(actor: SystemActor, { time: before }: Plan["due"][number]): Promise<boolean> {
  const { ids } = await listOutdated.execute(actor, {});
  let removed = 0;
  for (const conversationId of ids) {
    await deleteOutdated.execute(actor, { conversationId, before }).then(
      ({ deleted }) => (removed += deleted ? 1 : 0),
      (error: unknown) => log.warn({ error, conversationId }, "a conversation that is kept no longer was not deleted"),
    );
  }
  await noteRemoved.execute(actor, { kind: "conversations", removed });
  return removed > 0 && ids.length === batch;
}

const works: Partial<Record<RetentionKind, Slice>> = {
  conversations: removeConversations,
  async messages(actor, { time, reachedId }) {
    const span = { after: reachedId, before: idFloor(time) };
    return (await emptyNext.execute(actor, span)).more;
  },
  async files(actor, { time }) {
    const { swept, more } = await sweepOld.execute(actor, { before: idFloor(time) });
    await noteRemoved.execute(actor, { kind: "files", removed: swept });
    return more;
  },
  async events(actor, { time, reachedId: after }) {
    const { companyId } = actor;
    const { last, scrubbed } = await scrubOldEvents({ companyId, after, before: idFloor(time) });
    if (last) await noteRemoved.execute(actor, { kind: "events", removed: scrubbed, reachedId: last });
    return last !== undefined;
  },
};

/** Asks before each slice what is due. What is held is asked in the slice's own transaction. */
async function inSlices(actor: SystemActor, kind: RetentionKind): Promise<void> {
  for (let slice = 0; slice < slicesATime; slice += 1) {
    const { due } = await planRetention.execute(actor, {});
    const own = due.find((one) => one.kind === kind);
    if (!own || !(await works[kind]?.(actor, own))) return;
    await sleep(pauseMs);
  }
}

/**
 * Removes what a company keeps no longer, in slices; what is left goes at the next look. Payloads and logs go with the
 * rows that the installation itself prunes (server/jobs/pruning.ts).
 */
export async function applyRetention(actor: SystemActor): Promise<void> {
  for (const kind of retentionKinds) await inSlices(actor, kind);
}
