import { z } from "zod";
import { hour } from "#server/base/clock.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { lockAnyConversation, readableConversation } from "#server/conversations/access.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import type { ScheduledMessage as ScheduledRow } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { attempt } from "#server/db/transactions/savepoint.ts";
import { repliedSince } from "#server/messages/external.sql.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { insertTask } from "#server/tasks/writing.ts";
import { sendHeldTemplate, sendTemplate } from "#server/templates/sending.ts";
import { isGone } from "#server/uploads/access.ts";
import { actingUser } from "#server/users/access.ts";
import { isActivePerson } from "#server/users/assignable.ts";
import { conversationsDue, firstDue, heldOf, passOver, scheduledOf } from "./access.sql.ts";
import { failureTitle } from "./choices.ts";
import { heldOne } from "./scheduling.ts";
import { conversationInput, scheduledIdInput, sentSchema } from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Through the same operations as a message that is sent by hand. Answers the message's id. */
async function send(actor: Actor, { draft, from, held }: ScheduledRow, conversation: ConversationRow): Promise<string> {
  const { id: conversationId, channelId } = conversation;
  if (draft.template) {
    const sending = held ? sendHeldTemplate : sendTemplate;
    return (await sending.execute(actor, { ...draft.template, conversationId, channelId })).messageId;
  }
  if (!draft.message) throw new Error("a scheduled message has neither words nor a template");
  if (await isGone(conversation.companyId, draft.message.message?.url ?? ""))
    throw invalidField("message.url", "The file is not there any more: upload it again.", "unknown_reference");
  return (await sendMessage.execute(actor, { ...draft.message, conversationId, from, fromType: "user" })).id;
}

/** The person who scheduled it, as they are today. They saw the conversation when they wrote, and need not any more. */
async function authorOf({ companyId, userId }: ScheduledRow): Promise<Actor> {
  const author = await actingUser(companyId, userId);
  if (!author) throw new AppError("forbidden", { message: "Its author is deactivated." });
  const { sight } = author;
  const permissions = new Set([...author.permissions, "clients_read"]);
  return { ...author, permissions, ...(sight ? { sight: { ...sight, read: "all", write: "all" } } : {}) };
}

/** Its author, where they can still look at it; null: whoever holds the conversation by now. */
async function concerned({ companyId, userId }: ScheduledRow, { id }: ConversationRow): Promise<string | null> {
  const author = await actingUser(companyId, userId);
  if (!author) return null;
  const seen = await attempt(() => readableConversation(author, id));
  return seen instanceof AppError ? null : userId;
}

/** What happened meanwhile makes it superfluous; not what came with another conversation, and is older than it is. */
async function isSuperfluous({ companyId, id, status }: ConversationRow, scheduled: ScheduledRow) {
  const { cancelIf, afterSeq, createdAt } = scheduled;
  if (cancelIf.includes("closed") && status === "closed") return true;
  const by = { visitor_replied: "visitor", human_replied: "user" } as const;
  for (const [reason, fromType] of Object.entries(by))
    if (cancelIf.includes(reason) && (await repliedSince(companyId, id, fromType, afterSeq, createdAt))) return true;
  return false;
}

/** Those that wait behind it and whom neither side has answered so far. */
async function unanswered({ companyId, id }: ConversationRow, before: string): Promise<string[]> {
  const found: string[] = [];
  for (const one of await scheduledOf(companyId, id)) {
    if (one.id === before) continue;
    const { afterSeq, createdAt } = one;
    const visitor = await repliedSince(companyId, id, "visitor", afterSeq, createdAt);
    if (!visitor && !(await repliedSince(companyId, id, "user", afterSeq, createdAt))) found.push(one.id);
  }
  return found;
}

const keyOf = ({ companyId, id }: ScheduledRow) => ({ companyId_id: { companyId, id } });

async function remove({ emit }: Context, scheduled: ScheduledRow): Promise<void> {
  await prisma.scheduledMessage.delete({ where: keyOf(scheduled) });
  const { id, conversationId } = scheduled;
  emit({ type: "scheduled/changed", conversationId, data: { id } });
}

/** It stays with the reason, and somebody gets a task: never silence. */
async function keepFailed(context: Context, scheduled: ScheduledRow, conversation: ConversationRow, why: AppError) {
  const { id } = scheduled;
  const failedFor = await concerned(scheduled, conversation);
  // Who has opted out is more than a conflict.
  const { failureCode } = why.extra ?? {};
  const error = typeof failureCode === "string" ? failureCode : why.code;
  await prisma.scheduledMessage.update({ where: keyOf(scheduled), data: { error, updatedAt: context.now } });
  context.emit({ type: "scheduled/changed", conversationId: conversation.id, data: { id, failedFor } });
  const { assignedTo, channel } = conversation;
  const hasTemplates = channel === "WHATSAPP";
  const holder = assignedTo !== null && (await isActivePerson(conversation, assignedTo)) ? assignedTo : null;
  const task = {
    title: failureTitle(why.code, conversation.visitorName || conversation.visitorPhone, hasTemplates),
    dueAt: new Date(context.now.getTime() + hour),
    assignedTo: failedFor ?? holder,
    conversationId: conversation.id,
    contactId: null,
  };
  const made = await attempt(() => insertTask(context, task));
  if (made instanceof AppError) log.warn({ code: made.code, id }, "no task was made of a message that could not leave");
}

/** The message and its removal are one transaction: a kill leaves both or neither. */
async function sendFirst(context: Context, conversation: ConversationRow, due: ScheduledRow): Promise<void> {
  const { actor } = context;
  if (await isSuperfluous(conversation, due)) return remove(context, due);
  const behind = await unanswered(conversation, due.id);
  const sent = await attempt(async () => send(await authorOf(due), due, conversation));
  if (sent instanceof AppError) return keepFailed(context, due, conversation, sent);
  const after = await lockAnyConversation(actor, conversation.id);
  // What somebody has just written is a reply of the team like any other.
  if (!due.held) await passOver(actor.companyId, behind, after?.lastSeq ?? 0);
  await remove(context, due);
}

/** The next message of a conversation that is due; under its lock, so that they leave in the order of their times. */
export const sendNext = command({
  name: "scheduled.sendNext",
  access: "system",
  input: conversationInput,
  output: z.object({ more: z.boolean() }),
  example: (given) => ({ conversationId: given.conversationId ?? "" }),
  async run(context) {
    const { actor, input, now } = context;
    const conversation = await lockAnyConversation(actor, input.conversationId);
    const due = conversation && (await firstDue(actor.companyId, conversation.id, now));
    if (due) await sendFirst(context, conversation, due);
    return { more: due !== undefined };
  },
});

/** Where something is due, the longest due first. */
const listDue = query({
  name: "scheduled.listDue",
  access: "system",
  input: z.object({ limit: z.int().max(500).default(200) }),
  output: z.object({ conversationIds: z.array(z.string()) }),
  example: () => ({}),
  run: async ({ actor, input, now }) => ({
    conversationIds: (await conversationsDue(actor.companyId, now, input.limit)).map((one) => one.conversationId),
  }),
});

/** What is held leaves at once, in the order in which it was written. Answers whether there was something. */
export async function sendHeld(given: Context, conversation: ConversationRow): Promise<boolean> {
  const context = { ...given, actor: systemActor(conversation.companyId) };
  const waiting = await heldOf(conversation.companyId, conversation.id);
  for (const due of waiting) {
    const current = await lockAnyConversation(context.actor, conversation.id);
    if (current) await sendFirst(context, current, due);
  }
  return waiting.length > 0;
}

/** POST .../{scheduledId}/send: at once, as who asks; a refusal leaves it waiting. */
export const sendScheduled = command({
  name: "scheduled.send",
  access: "chat_talk",
  input: scheduledIdInput,
  output: sentSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", scheduledId: given.scheduledId ?? "" }),
  async run(context) {
    const { conversation, found } = await heldOne(context.actor, context.input);
    if (!found.held) await sendHeld(context, conversation);
    const messageId = await send(context.actor, found, conversation);
    await remove(context, found);
    return { conversationId: conversation.id, messageId };
  },
});

/** All that is due of one company; a fault in one conversation does not hold up the others. */
export async function sendDue(actor: Actor): Promise<void> {
  const { conversationIds } = await listDue.execute(actor, {});
  for (const conversationId of conversationIds) {
    try {
      for (let more = true; more; ) more = (await sendNext.execute(actor, { conversationId })).more;
    } catch (error) {
      log.warn({ error, conversationId }, "a scheduled message waits for the next try");
    }
  }
}

export const dueScheduled = `select distinct "companyId" from scheduled_messages
  where "error" = '' and "sendAt" <= now()`;
