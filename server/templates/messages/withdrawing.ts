import { z } from "zod";
import { minute } from "#server/base/clock.ts";
import { optedOutAmong } from "#server/contacts/opting-out.sql.ts";
import { noteOptOut } from "#server/contacts/opting-out.ts";
import { contactsToReach } from "#server/contacts/reaching.sql.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { settleTemplate } from "#server/messages/templating.ts";
import type { TemplateRow } from "../access.ts";
import { personOf, refusals } from "../targeting.ts";
import { claims } from "./claims.sql.ts";
import { countTry, refuseMessage } from "./messages.sql.ts";
import { moveTemplateMessages } from "./status-moves.ts";
import { type TemplateMessageRow, templateMessageById } from "./template-messages.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** Locks the conversation first, then the template message, in the order that webhooks use. */
export async function lockInOrder(actor: Actor, eventId: string): Promise<TemplateMessageRow | undefined> {
  const known = z.uuid().safeParse(eventId).success ? await templateMessageById(actor, eventId, false) : undefined;
  if (!known) return undefined;
  if (known.conversationId) await lockAnyConversation(actor, known.conversationId);
  return templateMessageById(actor, eventId);
}

type Failure = { code: string; reason: string; action?: "template" | "reconnect" | undefined };

export async function failTemplateMessage(
  context: Context,
  message: TemplateMessageRow,
  { code, reason, action }: Failure,
): Promise<void> {
  const failed = { status: "failed", at: context.now, code, reason } as const;
  const moved = await moveTemplateMessages(context, { id: message.id }, failed);
  if (moved.length > 0 && message.messageId)
    await settleTemplate(context, message.messageId, { status: "failed", code, reason, action });
  if (code === "131050") await noteOptOut(context, personOf(message), true, "platform");
}

/** Why a message that waits leaves no more: what has changed since it was made. */
export type Withdrawal = "contact_not_found" | "opted_out";

/** Asked at each try: people are deleted, and opt out, while their message waits. */
export async function withdrawalOf(
  actor: Actor,
  { category }: Pick<TemplateRow, "category">,
  { contactId, destination, campaignId }: TemplateMessageRow,
): Promise<Withdrawal | null> {
  const person = contactId ? (await contactsToReach(actor, [contactId])).get(contactId) : undefined;
  if (contactId && !person) return "contact_not_found";
  if (!campaignId && category !== "MARKETING") return null;
  const out = person?.optedOutAt || (await optedOutAmong(actor.companyId, [destination])).size > 0;
  return out ? "opted_out" : null;
}

const cancelled = "The campaign ended before it could be sent.";

/** Locked, where it still waits: what is about to leave, or has, is not taken back. */
async function lockWaiting(actor: Actor, eventId: string): Promise<TemplateMessageRow | undefined> {
  const message = await lockInOrder(actor, eventId);
  const waits = message && ["pending", "enqueued"].includes(message.status);
  return waits && !message.claimedAt && !message.externalId ? message : undefined;
}

async function giveUp(context: Context, message: TemplateMessageRow, code: string, reason: string): Promise<void> {
  if (message.status === "enqueued") return failTemplateMessage(context, message, { code, reason });
  await refuseMessage(message, { failureCode: code, failureReason: reason }, context.now);
}

const eventInput = z.object({ eventId: z.string() });
const exampleEvent = () => ({ eventId: "019aa000-0000-7000-8000-000000000000" });

/** Takes back a message that waits; its bubble says so where it has one. */
export const withdraw = command({
  name: "templates.withdraw",
  access: "system",
  input: eventInput.extend({ code: z.enum(["contact_not_found", "opted_out", "cancelled"]) }),
  output: z.object({}),
  example: () => ({ ...exampleEvent(), code: "opted_out" as const }),
  async run(context) {
    const { eventId, code } = context.input;
    const message = await lockWaiting(context.actor, eventId);
    if (message) await giveUp(context, message, code, code === "cancelled" ? cancelled : refusals[code]);
    return {};
  },
});

const mostTries = 5;

/** A message that could not be prepared for a fault of its own waits, so that the others go on. */
export const putOff = command({
  name: "templates.putOff",
  access: "system",
  input: eventInput.extend({ error: z.string() }),
  output: z.object({}),
  example: () => ({ ...exampleEvent(), error: "no conversation" }),
  async run(context) {
    const { actor, now, input } = context;
    const message = await lockWaiting(actor, input.eventId);
    if (!message) return {};
    const tries = await countTry(message);
    if (tries < mostTries)
      await claims.postpone(context, message.id, new Date(now.getTime() + tries * minute), input.error);
    else await giveUp(context, message, "internal_error", "It could not be sent for a fault on our side.");
    return {};
  },
});
