import { z } from "zod";
import { hour } from "#server/base/clock.ts";
import { optionNumber } from "#server/chatbots/flow/answers.ts";
import { distributeBegun } from "#server/chatbots/turn/distributing.ts";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { continueConversation } from "#server/conversations/opening/continuing.ts";
import { insertConversation } from "#server/conversations/opening/creating.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Attribution } from "#server/conversations/schema.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { claimExternal, knownMessage, lastTeamMessage, optionOf } from "#server/messages/external.sql.ts";
import { postMessage } from "#server/messages/sending.ts";
import { attachUploads } from "#server/uploads/attaching.ts";
import { rememberMissing } from "../media/fetching.ts";
import { choiceOf } from "../outbound/texts.ts";
import { isLiving, noteHeard } from "./heard.sql.ts";
import { type Identity, identify, latestConversation, lockPerson } from "./identities.ts";
import type { Referral } from "./items.ts";
import { visitorMessages } from "./listeners.ts";
import { receivedSchema, receiveInput } from "./schema.ts";

type Context = CommandContext<z.output<typeof receiveInput>>;

/** The platform's longer window after an ad: data, because the platforms change it. */
const adWindowMs = 72 * hour;

export function attributionOf(referral: Referral | undefined): Attribution {
  if (!referral) return {};
  return {
    referrer: referral.sourceUrl,
    utmSource: referral.source,
    utmMedium: referral.ad ? "paid" : "social",
    utmCampaign: referral.sourceId,
    url: referral.sourceUrl,
  };
}

/** What an open conversation does not know yet about its visitor's origin, and the longer window. */
export async function attribute(
  context: Pick<Context, "actor" | "now" | "emit">,
  conversation: ConversationRow,
  referral: Referral,
  at: Date,
): Promise<ConversationRow> {
  const change = new ConversationChange(context, conversation);
  const known = attributionOf(referral);
  const changes: Record<string, { before: unknown; after: unknown }> = {};
  for (const field of ["utmSource", "utmMedium", "utmCampaign"] as const) {
    const after = known[field];
    if (!after || conversation[field] !== "") continue;
    changes[field] = { before: "", after };
    change.set({ [field]: after });
  }
  if (conversation.referrer === "" && known.referrer) change.set({ referrer: known.referrer });
  const { sourceId, headline, body, image: imageUrl, clickId } = referral;
  const before = conversation.referral;
  const picture = imageUrl || (before?.sourceId === sourceId ? before.imageUrl : "");
  if (sourceId && (before?.at ?? "") <= at.toISOString())
    change.set({ referral: { sourceId, headline, body, imageUrl: picture, clickId, at: at.toISOString() } });
  const until = new Date(at.getTime() + adWindowMs);
  // An older one may come later.
  if (referral.ad && until > (conversation.freeEntryUntil ?? new Date(0))) change.set({ freeEntryUntil: until });
  if (Object.keys(changes).length > 0) change.updated(changes);
  if (imageUrl) await attachUploads(conversation, [imageUrl]);
  return (await change.commit()).row;
}

async function conversationOf(
  context: Context,
  identity: Identity,
  referral: Referral | undefined,
): Promise<ConversationRow> {
  const { channelId } = context.input;
  const found = await latestConversation(context, channelId, identity);
  // Without an ad or link the message itself finds out: it may be an answer to a survey, which reopens nothing.
  const home = found && referral ? await continueConversation(context, found, attributionOf(referral)) : found;
  const conversation =
    home ??
    (await insertConversation(context, {
      channelId,
      visitorId: identity.visitorId,
      visitorName: identity.name || identity.username,
      visitorPhone: identity.phone ? `+${identity.phone}` : "",
      attribution: attributionOf(referral),
    }));
  return referral ? attribute(context, conversation, referral, context.input.message.at) : conversation;
}

/** Fulfillment endpoints receive the visitor's Instagram name. */
async function nameAccount(context: Context, conversationId: string, { username }: Identity): Promise<void> {
  const conversation = username ? await lockAnyConversation(context.actor, conversationId) : undefined;
  const known = conversation?.conversationContext;
  if (conversation?.channel !== "INSTAGRAM" || known?.igUsername === username) return;
  const change = new ConversationChange(context, conversation);
  change.set({ conversationContext: { ...known, igUsername: username } });
  await change.commit();
}

/** The full text of a tapped option, or of the option whose number the visitor typed. */
async function wordsOf(context: Context, conversation: ConversationRow): Promise<string> {
  const { content, choice } = context.input.message;
  const tapped = choice ? choiceOf(choice) : undefined;
  if (tapped) return (await optionOf(context.actor, tapped.messageId, tapped.index)) ?? content.text;
  const typed = optionNumber(content.text);
  if (!typed || content.type !== "text/plain") return content.text;
  const last = await lastTeamMessage(context.actor, conversation.id);
  return (last?.extra?.numbered && last.responseOptions[typed - 1]) || content.text;
}

async function write(context: Context, conversation: ConversationRow) {
  const { message, channelId } = context.input;
  const { content, quoted, forwarded } = message;
  const answered = quoted ? await knownMessage(context.actor, channelId, quoted) : undefined;
  const text = await wordsOf(context, conversation);
  const { description, ...kept } = content.extra;
  const extra = {
    ...kept,
    // Options longer than a row's title went out with their words in the description.
    ...(description && description !== text ? { description } : {}),
    ...(quoted ? { quoted: { messageId: answered?.messageId ?? null, externalId: quoted } } : {}),
    ...(forwarded ? { forwarded } : {}),
  };
  const sender = {
    fromType: "visitor",
    type: "visitor",
    id: conversation.visitorId,
    name: conversation.visitorName,
  } as const;
  const sentAt = new Date(Math.min(message.at.getTime(), context.now.getTime()));
  const said = {
    type: content.type,
    text,
    attachments: content.attachments,
    responseOptions: [],
    clientMessageId: null,
    externalId: message.externalId,
  };
  const tapped = message.choice ? (choiceOf(message.choice)?.messageId ?? null) : null;
  return postMessage(context, conversation, sender, { ...said, extra, sentAt }, tapped);
}

function remember({ actor, input, now }: Context, identity: Identity): Promise<void> {
  return noteHeard({ ...identity, companyId: actor.companyId, channelId: input.channelId }, input.message.at, now);
}

/** D10: a number counts at once, as does a name. The conversation goes to an older contact it belongs to. */
async function capture(context: Context, conversationId: string, identity: Identity) {
  const name = identity.name || identity.username;
  const phone = identity.phone ? `+${identity.phone}` : "";
  if (!name && !phone) return { contactId: null, created: false };
  return captureContact.execute(context.actor, { conversationId, name, phone });
}

type Receipt = { outcome: "written" | "duplicate"; conversationId: string | null };
/** `begun`: a contact was created, and nobody has been given the conversation yet (G1). */
type Taken = Receipt & { begun: boolean };

async function take(context: Context): Promise<Taken> {
  const { actor, input } = context;
  const { message, channelId } = input;
  const nothing = { outcome: "duplicate", conversationId: null, begun: false } as const;
  if (!(await isLiving(actor.companyId, channelId))) return nothing;
  await lockPerson(channelId, message.from);
  const known = await knownMessage(actor, channelId, message.externalId);
  if (known) return { ...nothing, conversationId: known.conversationId };
  const identity = await identify(context, channelId, message.from);
  const conversation = await conversationOf(context, identity, message.referral);
  const written = await write(context, conversation);
  // The message may have begun another conversation than the last one.
  await nameAccount(context, written.conversationId, identity);
  await claimExternal(actor, { channelId, externalId: message.externalId, message: written, status: "read" });
  const { missing } = message.content;
  if (missing.length > 0)
    await rememberMissing(actor, { channelId, externalId: message.externalId }, missing, context.now);
  await remember(context, identity);
  const { contactId, created } = await capture(context, written.conversationId, identity);
  await visitorMessages.tell(context, {
    channelId,
    conversationId: written.conversationId,
    contactId,
    messageId: written.id,
    visitorId: conversation.visitorId,
    text: written.text,
    quoted: message.quoted ?? null,
    choice: message.choice ?? null,
    at: message.at,
  });
  return { outcome: "written", conversationId: written.conversationId, begun: created };
}

/** Comes last in a transaction: who holds the queue of a company's policies waits for no other conversation. */
async function distribute({ actor }: Pick<Context, "actor">, taken: readonly Taken[]): Promise<void> {
  for (const { conversationId, begun } of taken) {
    if (begun && conversationId) await distributeBegun.execute(actor, { conversationId });
  }
}

/**
 * Stores a visitor's message from a platform, once however often it is delivered. Finds, reopens or creates the
 * conversation and the contact; the bot handles it like any other message.
 */
export const receiveMessage = command({
  name: "channels.receiveMessage",
  access: "system",
  input: receiveInput,
  output: z.object({ outcome: z.enum(["written", "duplicate"]), conversationId: z.string().nullable() }),
  example: (given) => ({ channelId: given.channelId ?? "", message: exampleMessage }),
  async run(context) {
    const { begun, ...receipt } = await take(context);
    await distribute(context, [{ ...receipt, begun }]);
    return receipt;
  },
});

const exampleMessage: z.output<typeof receivedSchema> = {
  externalId: "wamid.example",
  from: { phone: "5491155550000", userId: null, name: "Ana", username: "" },
  at: new Date(0),
  content: { type: "text/plain", text: "Hello", attachments: [], extra: {}, missing: [], places: [] },
};

/** As many as are written in one transaction: more would keep the first of them waiting. */
export const mostTogether = 16;

/**
 * Stores several messages of one channel in one transaction: a burst then costs one wait for the disk, not one for
 * each. All of them are stored or none; the caller tries again one by one.
 */
export const receiveMessages = command({
  name: "channels.receiveMessages",
  access: "system",
  input: z.object({ channelId: z.uuid(), messages: z.array(receivedSchema).max(mostTogether) }),
  output: z.object({}),
  example: (given) => ({ channelId: given.channelId ?? "", messages: [exampleMessage] }),
  async run({ input: { channelId, messages }, ...context }) {
    const taken: Taken[] = [];
    for (const message of messages) taken.push(await take({ ...context, input: { channelId, message } }));
    await distribute(context, taken);
    return {};
  },
});
