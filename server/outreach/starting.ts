import { AppError, invalidField } from "#server/base/errors.ts";
import { type ChannelRow, readableChannel } from "#server/channels/access.ts";
import { lockById } from "#server/contacts/access.sql.ts";
import type { ReachableContact } from "#server/contacts/reaching.sql.ts";
import { lockConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { link } from "#server/conversations/linking/capturing.ts";
import { knownConversation, openReached, type Reached } from "#server/conversations/opening/reaching.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { windowEnd } from "#server/conversations/viewing.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { contentOf, type Draft } from "#server/messages/content.ts";
import { postMessage, repeated, senderOf } from "#server/messages/sending.ts";
import { clientIdOf } from "#server/scheduled/choices.ts";
import { schedule, waitingAs } from "#server/scheduled/scheduling.ts";
import { templateTypes } from "#server/templates/access.ts";
import { readyTemplate, sendReady, unknownTemplate } from "#server/templates/sending.ts";
import { hidden, isVeiled, type Reachable, reachable } from "./recipients.ts";
import { type StartInput, startedSchema, startInput } from "./schema.ts";

type Context = CommandContext<StartInput>;

const windowedTypes: ReadonlySet<string> = new Set(["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"]);

async function channelOf(actor: Actor, { channelId, template }: StartInput): Promise<ChannelRow> {
  const channel = await readableChannel(actor, channelId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    throw invalidField("channelId", "No such channel.", "unknown_reference");
  });
  if (template && !templateTypes.includes(channel.type))
    throw invalidField("template", "Only WhatsApp channels have templates.", "unsupported");
  return channel;
}

/** A platform lets nobody write freely to who has not written: what was made just now opens no window. */
function refuseOutside(channel: ChannelRow, last: ConversationRow | undefined, now: Date): void {
  if (!windowedTypes.has(channel.type)) return;
  const heard = last?.lastVisitorMessageAt ?? null;
  const expires = last && heard ? windowEnd(last) : null;
  if (expires && now <= expires) return;
  throw new AppError("messaging_window_closed", {
    extra: { lastVisitorMessageAt: heard?.toISOString() ?? null, windowExpiresAt: expires?.toISOString() ?? null },
  });
}

function aimedAt({ input }: Context, channel: ChannelRow, { contact, address }: Reachable): Reached {
  return {
    channelId: channel.id,
    phone: address,
    contactId: contact?.id ?? null,
    name: contact?.name ?? input.to.name ?? "",
    email: contact?.email ?? input.to.email ?? "",
  };
}

/** What they were sent under this id already, where its answer was lost on its way: nobody is written to twice (F3). */
async function sentBefore(known: ConversationRow, { message, template }: StartInput) {
  const id = clientIdOf({ message, template });
  const sent = await repeated(known, id);
  if (sent) return { messageId: sent.id };
  const waiting = await waitingAs(known, id);
  return waiting && { messageId: "", scheduledMessageId: waiting.id };
}

type Place = { channel: ChannelRow; to: Reached; known: ConversationRow | undefined };

/** The open conversation, else a new one; a template opens the latest again. Held until the end of the transaction. */
async function conversationFor(
  context: Context,
  { channel, to, known }: Place,
  { contact }: Reachable,
): Promise<ConversationRow> {
  const { input, now } = context;
  const usable = known && (known.status !== "closed" || input.template !== undefined);
  if (usable && !input.newConversation) return linked(context, known, contact);
  if (!input.template) refuseOutside(channel, known, now);
  return openReached(context, to);
}

/** A conversation that nobody was known for now belongs to the person who was written to. */
async function linked(context: Context, conversation: ConversationRow, contact: ReachableContact | null) {
  if (!contact || conversation.contactId) return conversation;
  const change = new ConversationChange(context, conversation);
  const held = await lockById(context.actor, contact.id);
  if (held) link(change, held, "proven");
  return (await change.commit()).row;
}

async function sendText(context: Context, conversation: ConversationRow, draft: Draft): Promise<string> {
  const { actor, input } = context;
  const sender = await senderOf(actor, input.from ?? actor.userId ?? actor.id, "user", conversation);
  const content = await contentOf(actor, conversation, draft);
  return (await postMessage(context, conversation, sender, content)).id;
}

/** POST /v1/messages (W5): finds or makes contact and conversation, and writes first. */
export const startConversation = command({
  name: "outreach.send",
  access: "chat_talk",
  input: startInput,
  output: startedSchema,
  example: (given) => ({
    channelId: given.channelId ?? "",
    to: { contactId: given.contactId ?? "" },
    message: { body: "Good morning, your order is ready." },
  }),
  async run(context) {
    const { actor, input } = context;
    const channel = await channelOf(actor, input);
    const person = await reachable(context, channel, input.to);
    const to = aimedAt(context, channel, person);
    const known = await knownConversation(context, to, true);
    if (known) await lockConversation(actor, known.id, "chat_talk").catch(hidden(person.kind));
    const told = person.kind === "contactId" || !isVeiled(actor);
    const about = ({ id, contactId }: ConversationRow) => ({
      conversationId: id,
      contactId: (told && (person.contact?.id ?? contactId)) || "",
    });
    const before = known && (await sentBefore(known, input));
    if (before) return { ...about(known), ...before };
    const ready = input.template
      ? await readyTemplate(actor, channel, input.template, { ...person, phone: person.address }).catch(unknownTemplate)
      : undefined;
    const conversation = await conversationFor(context, { channel, to, known }, person);
    if (input.sendAt) {
      const { sendAt, cancelIf, from, message, template } = input;
      const draft = template ? { template } : { message };
      const { id } = await schedule(context, conversation, { sendAt, cancelIf, from, draft });
      return { ...about(conversation), messageId: "", scheduledMessageId: id };
    }
    if (ready) {
      const target = { phone: person.address, contact: person.contact, conversation };
      const { messageId } = await sendReady(context, ready, target, actor.type === "user");
      return { ...about(conversation), messageId };
    }
    if (!input.message) throw new AppError("internal_error");
    return { ...about(conversation), messageId: await sendText(context, conversation, input.message) };
  },
});
