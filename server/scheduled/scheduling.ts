import { z } from "zod";
import { day } from "#server/base/clock.ts";
import { AppError, notFound } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { lockConversation, readableConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import type { ScheduledMessage as ScheduledRow } from "#server/db/generated/client.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { keepUploads } from "#server/uploads/attaching.ts";
import { lockScheduled, scheduledOf } from "./access.sql.ts";
import { type CancelReason, clientIdOf, type Draft, maxScheduled, takenBack } from "./choices.ts";
import { requireFuture, requireKept, textOf } from "./drafting.ts";
import { releaseFiles } from "./forgetting.ts";
import {
  canceledSchema,
  conversationInput,
  rescheduleInput,
  scheduledIdInput,
  scheduledSchema,
  scheduleInput,
} from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export function viewScheduled({ companyId: _company, userId: _user, afterSeq: _seq, draft, ...row }: ScheduledRow) {
  return { ...row, message: draft.message ?? null, template: draft.template ?? null };
}

/** One of a conversation that the actor may write to; both are held. */
export async function heldOne(actor: Actor, input: { conversationId: string; scheduledId: string }) {
  const conversation = await lockConversation(actor, input.conversationId, "chat_talk");
  const found = await lockScheduled(actor.companyId, conversation.id, input.scheduledId);
  if (!found) throw notFound("scheduled message");
  return { conversation, found };
}

type Wanted = { sendAt: Date; draft: Draft; cancelIf: CancelReason[]; from?: string | undefined; held?: boolean };

/** One of a held conversation that its sender has sent under this id, and that waits (F3). */
export async function waitingAs({ companyId, id }: ConversationRow, clientMessageId: string | null | undefined) {
  if (!clientMessageId) return undefined;
  const waiting = await scheduledOf(companyId, id);
  return waiting.find(({ draft }) => clientIdOf(draft) === clientMessageId);
}

/** What it names by an address is there until it leaves. */
async function keepFile(companyId: string, draft: Draft, sendAt: Date): Promise<void> {
  const urls = [draft.message?.message?.url, draft.template?.media?.link].filter((url) => url !== undefined);
  if (urls.length > 0) await keepUploads(companyId, urls, new Date(sendAt.getTime() + day));
}

/** Keeps a message of a held conversation for its time; a repeat is the one that waits already. */
export async function schedule(context: Context, conversation: ConversationRow, wanted: Wanted): Promise<ScheduledRow> {
  const { actor, now, emit } = context;
  const { sendAt, draft, cancelIf, from, held = false } = wanted;
  const known = await waitingAs(conversation, clientIdOf(draft));
  if (known) return known;
  requireFuture(sendAt, now);
  requireKept(draft, sendAt, now);
  if (draft.message && conversation.status === "closed") throw new AppError("conversation_closed");
  const { companyId } = actor;
  const { id: conversationId, lastSeq: afterSeq } = conversation;
  const there = { companyId, conversationId, held: false, error: { not: takenBack } };
  const waiting = await prisma.scheduledMessage.count({ where: there });
  if (!held && waiting >= maxScheduled)
    throw new AppError("limit_reached", { message: `At most ${maxScheduled} wait.`, extra: { limit: maxScheduled } });
  const text = await textOf(actor, conversation, draft);
  const who = { from: from ?? actor.userId ?? actor.id, userId: actor.userId ?? actor.id, userName: actor.name };
  const when = { sendAt, createdAt: now, updatedAt: now };
  const data = { companyId, id: newId(), conversationId, draft, text, cancelIf, held, afterSeq, ...who, ...when };
  const row = await prisma.scheduledMessage.create({ data });
  await keepFile(companyId, draft, sendAt);
  emit({ type: "scheduled/changed", conversationId, data: { id: row.id } });
  return row;
}

/** POST /v1/conversations/{conversationId}/scheduled-messages */
export const createScheduled = command({
  name: "scheduled.create",
  access: "chat_talk",
  input: scheduleInput,
  output: scheduledSchema,
  example: (given) => ({
    conversationId: given.conversationId ?? "",
    sendAt: given.tomorrow ?? "",
    message: { body: "Good morning, did the parcel arrive?" },
    cancelIf: ["visitor_replied" as const],
  }),
  async run(context) {
    const { message, template, sendAt, cancelIf, from, conversationId } = context.input;
    const conversation = await lockConversation(context.actor, conversationId, "chat_talk");
    const draft = template ? { template } : { message };
    return viewScheduled(await schedule(context, conversation, { sendAt, cancelIf, from, draft }));
  },
});

/** GET /v1/conversations/{conversationId}/scheduled-messages: by when they leave. */
export const listScheduled = query({
  name: "scheduled.list",
  access: "clients_read",
  input: conversationInput,
  output: z.array(scheduledSchema),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run({ actor, input }) {
    const { id } = await readableConversation(actor, input.conversationId);
    return (await scheduledOf(actor.companyId, id)).map(viewScheduled);
  },
});

/** PATCH .../{scheduledId}: another time or other words; what could not be sent waits again. */
export const updateScheduled = command({
  name: "scheduled.update",
  access: "chat_talk",
  input: rescheduleInput,
  output: scheduledSchema,
  example: (given) => ({
    conversationId: given.conversationId ?? "",
    scheduledId: given.scheduledId ?? "",
    message: { body: "Good evening, did the parcel arrive?" },
  }),
  async run({ actor, input, now, emit }) {
    const { conversation, found } = await heldOne(actor, input);
    const { message, template, cancelIf = found.cancelIf } = input;
    const changed = message !== undefined || template !== undefined;
    const draft: Draft = template ? { template } : message ? { message } : found.draft;
    const sendAt = input.sendAt ?? found.sendAt;
    if (input.sendAt) requireFuture(sendAt, now);
    requireKept(draft, sendAt, now);
    const text = changed ? await textOf(actor, conversation, draft) : found.text;
    const where = { companyId_id: { companyId: found.companyId, id: found.id } };
    const again = sendAt > now ? "" : found.error;
    // Once it was changed, it waits for its time, and for nothing else.
    const data = { sendAt, draft, text, cancelIf, held: false, error: again, updatedAt: momentAfter(found.updatedAt) };
    const after = await prisma.scheduledMessage.update({ where, data });
    await keepFile(found.companyId, draft, sendAt);
    emit({ type: "scheduled/changed", conversationId: conversation.id, data: { id: found.id } });
    return viewScheduled(after);
  },
});

/** DELETE .../{scheduledId}: answers what it was, so that it can go back to where it was written. */
export const removeScheduled = command({
  name: "scheduled.remove",
  access: "chat_talk",
  input: scheduledIdInput,
  output: canceledSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", scheduledId: given.scheduledId ?? "" }),
  async run({ actor, input, now, emit }) {
    const { conversation, found } = await heldOne(actor, input);
    const { companyId, id } = found;
    await releaseFiles(companyId, [found], new Date(now.getTime() + day));
    await prisma.scheduledMessage.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "scheduled/changed", conversationId: conversation.id, data: { id } });
    return { ...viewScheduled(found), deleted: true as const };
  },
});
