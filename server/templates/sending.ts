import type { z } from "zod";
import { AppError, invalidField, notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type ChannelRow, readableChannel } from "#server/channels/access.ts";
import { userIdsOf } from "#server/channels/outbound/addressing.ts";
import { contactsToReach } from "#server/contacts/reaching.sql.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { afterHeld } from "#server/conversations/held.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import type { MessageExtra } from "#server/messages/schema.ts";
import { namedTemplate, readableTemplate, type TemplateRow, whatsappChannel } from "./access.ts";
import { dispatch, sendOne, type Target } from "./messages/dispatching.ts";
import { type Media, notifyInput, sendTemplateInput, sentTemplateSchema, type Variables } from "./schema.ts";
import {
  addressOfVisitor,
  destinationDigits,
  fillOrRefuse,
  isUnread,
  phoneOf,
  phoneOfVisitor,
  refuseOptedOut,
  takesUserIds,
} from "./targeting.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export function refuseUnapproved(template: TemplateRow): void {
  if (isUnread(template)) throw new AppError("template_not_approved", { message: unread });
  if (template.status === "APPROVED" && template.task === "") return;
  throw new AppError("template_not_approved", {
    message: `The template is ${template.status}: only an approved one can be sent.`,
  });
}

const unread =
  "The platform writes the words of codes itself, and they have not come yet: synchronize the templates, then send again.";

export function refuseUnconnected(channel: ChannelRow): void {
  if (channel.connected && !channel.disconnectionRequested) return;
  throw new AppError("conflict", { message: "The channel is not connected." });
}

/** An unknown template in a body is a field's fault (A9). */
export const unknownTemplate = (error: unknown): never => {
  if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  throw invalidField("template.templateId", "No such template on this channel.", "unknown_reference");
};

type NamedTemplate = Named & {
  clientMessageId?: string | undefined;
  variables?: Variables | undefined;
  params?: Variables | undefined;
  media?: Media | undefined;
};

/** A template that may be sent on this channel, filled for a person; refused otherwise, with the reason. */
export async function readyTemplate(
  actor: Actor,
  channel: ChannelRow,
  named: NamedTemplate,
  { contact: person, phone }: Pick<Target, "contact" | "phone">,
) {
  const template = await templateOf(actor, named, channel.id);
  const media = named.media ?? null;
  const variables = await fillOrRefuse(template, { ...named.params, ...named.variables }, media, person);
  refuseUnapproved(template);
  refuseUnconnected(channel);
  await refuseOptedOut(template, person, phone);
  return { template, filling: { variables, media }, clientMessageId: named.clientMessageId };
}

/** Sends what `readyTemplate` gave to a person whose conversation is held. */
export async function sendReady(
  context: Context,
  ready: Awaited<ReturnType<typeof readyTemplate>>,
  target: Target,
  byHand: boolean,
): Promise<{ messageId: string; conversationId: string }> {
  const manner = { byHand, clientMessageId: ready.clientMessageId };
  const { messageId, conversationId } = await dispatch(context, ready.template, target, ready.filling, manner);
  if (!messageId || !conversationId) throw new AppError("internal_error");
  return { messageId, conversationId };
}

/** Into a closed conversation that stays so; with what its message is to carry. Answers the message's id. */
export async function sendAside(
  context: Context,
  { id, channelId }: ConversationRow,
  templateId: number,
  extra: MessageExtra,
): Promise<string> {
  const { actor } = context;
  const template = await readableTemplate(actor, templateId, channelId);
  const { country } = await matchingSettings(actor);
  const target = await conversationTarget(actor, id, { digits: "", template, country });
  const ready = await readyTemplate(actor, await readableChannel(actor, channelId), { templateId }, target);
  const { messageId } = await dispatch(context, template, target, ready.filling, { byHand: false, aside: extra });
  if (!messageId) throw new AppError("internal_error");
  return messageId;
}

/** POST /v1/whatsapp/{channelId}/notifications (J6) */
export const notify = command({
  name: "templates.notify",
  access: "chat_talk",
  input: notifyInput,
  output: sentTemplateSchema,
  example: (given) => ({
    channelId: given.whatsappChannelId ?? "",
    templateId: given.templateId ?? "",
    destination: "+54 9 11 5555-1234",
    variables: { "1": "Ana" },
  }),
  async run(context) {
    const { actor, input } = context;
    const phone = destinationDigits(input.destination, (await matchingSettings(actor)).country);
    const channel = await whatsappChannel(actor, input.channelId);
    const template = await readableTemplate(actor, input.templateId, channel.id);
    const media = input.media ?? null;
    const variables = await fillOrRefuse(template, { ...input.params, ...input.variables }, media, null);
    refuseUnapproved(template);
    refuseUnconnected(channel);
    const target = { phone, contact: null, conversation: null };
    return sendOne(context, template, target, { variables, media }, { byHand: false });
  },
});

type Named = { templateId?: number | undefined; elementName?: string | undefined; language?: string | undefined };

async function templateOf(actor: Actor, named: Named, channelId: string | undefined): Promise<TemplateRow> {
  if (named.templateId !== undefined) return readableTemplate(actor, named.templateId, channelId);
  if (channelId === undefined) throw invalidField("channelId", "A template by name needs its channel.", "required");
  const found = await namedTemplate(actor, channelId, named.elementName ?? "", named.language ?? "");
  if (!found) throw notFound("template");
  return found;
}

type Wanted = {
  contactId?: string | undefined;
  destination?: string | undefined;
  conversationId?: string | undefined;
};

/** Where there is no number: the platform's id of a person who has written on the template's channel. */
async function userIdFor(actor: Actor, template: TemplateRow, contactId: string): Promise<string> {
  if (!takesUserIds(template)) return "";
  return (await userIdsOf(actor, template.channelId, [contactId])).get(contactId) ?? "";
}

async function contactTarget(actor: Actor, contactId: string, { template, country }: Where): Promise<Target> {
  const contact = (await contactsToReach(actor, [contactId])).get(contactId);
  if (!contact) throw invalidField("contactId", "No such contact.", "unknown_reference");
  const phone = phoneOf(contact, country) || (await userIdFor(actor, template, contactId));
  if (phone === "") throw invalidField("contactId", "The contact has no phone number.", "no_phone");
  return { phone, contact, conversation: null };
}

async function conversationTarget(actor: Actor, conversationId: string, { template, country }: Where): Promise<Target> {
  const unknown = () => invalidField("conversationId", "No such conversation on this channel.", "unknown_reference");
  const conversation = isId(conversationId)
    ? await lockConversation(actor, conversationId, "chat_talk").catch((error: unknown) => {
        throw error instanceof AppError && error.code === "not_found" ? unknown() : error;
      })
    : undefined;
  if (conversation?.channelId !== template.channelId) throw unknown();
  const contact = conversation.contactId
    ? ((await contactsToReach(actor, [conversation.contactId])).get(conversation.contactId) ?? null)
    : null;
  const phone = (takesUserIds(template) ? addressOfVisitor : phoneOfVisitor)(conversation, contact, country);
  if (phone === "") throw invalidField("conversationId", "The visitor's phone number is not known.", "no_phone");
  return { phone, contact, conversation };
}

/** POST /v1/whatsapp/{channelId}/template-messages (J7), and the composer when the window is closed. */
export const sendTemplate = command({
  name: "templates.sendTemplate",
  access: "chat_talk",
  input: sendTemplateInput,
  output: sentTemplateSchema,
  example: (given) => ({
    channelId: given.whatsappChannelId ?? "",
    templateId: given.templateId ?? "",
    destination: "+54 9 11 5555-1234",
    variables: { "1": "Ana" },
  }),
  run: (context) => sendNamed(context, released),
});

/** The same for one that was held back for an undo: its place is where it is, before what was written after it. */
export const sendHeldTemplate = command({
  name: "templates.sendHeld",
  access: "chat_talk",
  input: sendTemplateInput,
  output: sentTemplateSchema,
  example: sendTemplate.example,
  run: (context) => sendNamed(context, (_context, target) => target),
});

type Sending = CommandContext<z.output<typeof sendTemplateInput>>;

async function sendNamed(context: Sending, placed: (context: Context, target: Target) => Target | Promise<Target>) {
  const { actor, input } = context;
  const { country } = await matchingSettings(actor);
  const digits = input.destination === undefined ? "" : destinationDigits(input.destination, country);
  const named = input.channelId === undefined ? undefined : await whatsappChannel(actor, input.channelId);
  const template = await templateOf(actor, input, named?.id);
  const channel = named ?? (await readableChannel(actor, template.channelId));
  const target = await placed(context, await targetOf(actor, input, { digits, template, country }));
  const media = input.media ?? null;
  const variables = await fillOrRefuse(template, { ...input.params, ...input.variables }, media, target.contact);
  refuseUnapproved(template);
  refuseUnconnected(channel);
  const byHand = actor.type === "user" && input.conversationId !== undefined;
  const manner = { byHand, clientMessageId: input.clientMessageId };
  return sendOne(context, template, target, { variables, media }, manner);
}

/** Refuses what could not be sent to the visitor of a conversation, whatever it says. */
export async function requireReachable(actor: Actor, conversationId: string, named: Named): Promise<void> {
  const { country } = await matchingSettings(actor);
  const template = await templateOf(actor, named, undefined);
  await conversationTarget(actor, conversationId, { digits: "", template, country });
}

/** A person's template follows what they wrote just before it. */
async function released(context: Context, target: Target): Promise<Target> {
  const { conversation } = target;
  if (!conversation || context.actor.type !== "user") return target;
  return { ...target, conversation: await afterHeld(context, conversation) };
}

type Where = { digits: string; template: TemplateRow; country: string | undefined };

async function targetOf(actor: Actor, wanted: Wanted, where: Where): Promise<Target> {
  if (wanted.contactId !== undefined) return contactTarget(actor, wanted.contactId, where);
  if (wanted.conversationId !== undefined) return conversationTarget(actor, wanted.conversationId, where);
  return { phone: where.digits, contact: null, conversation: null };
}
