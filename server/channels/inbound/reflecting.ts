import { z } from "zod";
import { continueConversation, isOver } from "#server/conversations/opening/continuing.ts";
import { insertConversation } from "#server/conversations/opening/creating.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { claimExternal, knownMessage } from "#server/messages/external.sql.ts";
import { reflectDeletion, reflectEdit, reflectReaction } from "#server/messages/reflecting.ts";
import { postMessage } from "#server/messages/sending.ts";
import { adoptEcho } from "#server/messages/status/delivery-status.ts";
import { erasedToken, findConnection } from "../connection/connecting.ts";
import { type Word, writeTold, writeWord } from "../connection/health.sql.ts";
import { sentenceOf } from "../connection/problem-words.ts";
import { healthBefore, tellHealth } from "../connection/telling-health.ts";
import { expectHistory } from "../history/expecting.ts";
import { rememberMissing } from "../media/fetching.ts";
import { type AccountWord, accountWord } from "./account-events.ts";
import { isLiving } from "./heard.sql.ts";
import { type Identity, identify, knownIdentity, latestConversation, lockPerson } from "./identities.ts";
import { platformChanges } from "./listeners.ts";
import { movePerson } from "./moving.ts";
import { notePreference } from "./preferring.ts";
import { attribute, attributionOf } from "./receiving.ts";
import { echoInput, personSchema, referralSchema } from "./schema.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

const words: Record<string, string> = { WHATSAPP: "WhatsApp app", FACEBOOK: "Page inbox", INSTAGRAM: "Instagram app" };
const exampleAt = new Date(0);
const example = { phone: "5491155550000", userId: null, name: "", username: "" };

/** Where what was written elsewhere belongs: the person's conversation, or a new one where the team wrote first. */
async function threadOf(
  context: Context,
  channelId: string,
  identity: Identity,
  found: ConversationRow | undefined,
): Promise<ConversationRow> {
  if (found) return continueConversation(context, found, undefined, "team");
  return insertConversation(context, {
    channelId,
    visitorId: identity.visitorId,
    visitorName: identity.name,
    visitorPhone: identity.phone ? `+${identity.phone}` : "",
  });
}

/**
 * Handles echoes of the business's own messages (channels.md 7.4). Ours are recognised by id, by callback data or by
 * their text while they are being sent; all others were written on the phone app or in the page inbox, so a person is
 * at work.
 */
export const receiveEcho = command({
  name: "channels.receiveEcho",
  access: "system",
  input: echoInput,
  output: z.object({ outcome: z.enum(["written", "own", "duplicate"]) }),
  example: (given) => ({
    channelId: given.channelId ?? "",
    message: {
      externalId: "m_example",
      to: example,
      at: exampleAt,
      content: { type: "text/plain" as const, text: "Hello", attachments: [], extra: {} },
      metadata: "",
    },
  }),
  async run(context) {
    const { actor, input } = context;
    const { channelId, message } = input;
    if (!(await isLiving(actor.companyId, channelId))) return { outcome: "duplicate" as const };
    await lockPerson(channelId, message.to);
    if (await knownMessage(actor, channelId, message.externalId)) return { outcome: "duplicate" as const };
    const { content, externalId, metadata } = message;
    const identity = await identify(context, channelId, message.to);
    const latest = await latestConversation(context, channelId, identity);
    // What we sent into a closed conversation, such as a question about the service, opens none when it comes back.
    const about = { channelId, externalId, callbackData: metadata, conversationId: latest?.id ?? null };
    if (await adoptEcho(context, { ...about, text: content.text })) return { outcome: "own" as const };
    const conversation = await threadOf(context, channelId, identity, latest);
    const name = words[conversation.channel] ?? "Elsewhere";
    const written = await postMessage(
      context,
      conversation,
      { fromType: "user", type: "externalOperator", id: `elsewhere:${channelId}`, name, elsewhere: true },
      {
        ...content,
        extra: { ...content.extra, elsewhere: true },
        responseOptions: [],
        clientMessageId: null,
        externalId,
      },
    );
    await claimExternal(actor, { channelId, externalId, message: written, status: "sent" });
    await rememberMissing(actor, { channelId, externalId }, content.missing, context.now);
    return { outcome: "written" as const };
  },
});

const changeInput = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("reaction"),
    target: z.string().max(1024),
    emoji: z.string().max(64),
    from: personSchema,
    at: z.date(),
  }),
  z.object({ kind: z.literal("edit"), target: z.string().max(1024), text: z.string().max(16_384), at: z.date() }),
  z.object({ kind: z.literal("deletion"), target: z.string().max(1024) }),
  z.object({ kind: z.literal("referral"), from: personSchema, referral: referralSchema, at: z.date() }),
  z.object({ kind: z.literal("moved"), from: personSchema, to: personSchema }),
  z.object({
    kind: z.literal("preference"),
    from: personSchema,
    what: z.enum(["opted_in", "marketing_stopped", "marketing_resumed"]),
    at: z.date(),
  }),
]);

/** Reactions, edits, deletions, links and new numbers. `unknown`: what it is about has not come yet, or never will. */
export const receiveChange = command({
  name: "channels.receiveChange",
  access: "system",
  input: z.object({ channelId: z.uuid(), change: changeInput }),
  output: z.object({ outcome: z.enum(["applied", "unknown"]) }),
  example: (given) => ({
    channelId: given.channelId ?? "",
    change: { kind: "reaction" as const, target: "wamid.example", emoji: "👍", from: example, at: exampleAt },
  }),
  async run(context) {
    const { channelId, change } = context.input;
    const done = await applyChange(context, channelId, change);
    return { outcome: done ? ("applied" as const) : ("unknown" as const) };
  },
});

async function applyChange(
  context: Context,
  channelId: string,
  change: z.output<typeof changeInput>,
): Promise<boolean> {
  if (change.kind === "moved") return movePerson(context, channelId, change.from, change.to);
  if (change.kind === "preference") return notePreference(context, channelId, change);
  if (change.kind === "referral") {
    const { companyId } = context.actor;
    if ((await prisma.channel.count({ where: { companyId, id: channelId } })) === 0) return false;
    await lockPerson(channelId, change.from);
    const identity = await identify(context, channelId, change.from);
    const conversation = await latestConversation(context, channelId, identity);
    // They have clicked, and not written yet.
    if (!conversation) return false;
    const { sourceId } = change.referral;
    const held = conversation.referral?.sourceId === sourceId && conversation.referral.at === change.at.toISOString();
    // Its picture has come.
    if (held) {
      await attribute(context, conversation, change.referral, change.at);
      return true;
    }
    // A click alone reopens nothing, but what is over does not hear of it.
    const again = isOver(conversation, context.now);
    const home = again
      ? await continueConversation(context, conversation, attributionOf(change.referral))
      : conversation;
    await attribute(context, home, change.referral, change.at);
    return true;
  }
  const known = await knownMessage(context.actor, channelId, change.target);
  if (!known) return false;
  if (change.kind === "reaction") {
    const { userId, phone } = change.from;
    const person = await knownIdentity(context, channelId, change.from);
    const others = [phone, person?.userId ?? "", person?.phone ?? ""].filter((id) => id !== "");
    return reflectReaction(context, known, [userId ?? phone, ...others], change);
  }
  return change.kind === "edit" ? reflectEdit(context, known, change) : reflectDeletion(context, known);
}

/** What account-level webhooks say of the channel itself; templates and campaigns follow them too. */
function problemOf(word: AccountWord, now: Date): Omit<Word, "at"> {
  if (word.state === "well") return { kind: word.reconnected ? "back" : "over", problem: null };
  const { words, state } = word;
  const until = word.state === "restricted" && word.until ? { until: word.until } : {};
  const shared = { code: 0, message: sentenceOf(words), words, details: "", at: now.toISOString(), ...until };
  const problem = { ...shared, restricted: state === "restricted", warning: state === "warned" };
  return { kind: state === "cut" ? "cut" : "noted", problem };
}

const digits = (text: string) => text.replaceAll(/\D/g, "");

type Change = { channelId: string; field: string; value: Record<string, unknown>; at: Date };

/** All numbers of an account get the event; only the one it names acts on it. */
function isAbout(known: unknown, number: string): boolean {
  return !number || typeof known !== "string" || known === "" || digits(known) === digits(number);
}

/** The rating moves with the flag at once; a check then asks for its exact colour. */
function ratingOf(event: string | undefined, before: unknown): object {
  if (event === "FLAGGED") return { quality: "RED" };
  return event === "UNFLAGGED" && before === "RED" ? { quality: "" } : {};
}

/** Of a number: `as` names what is told, of which a later word counts. */
async function toldOf({ companyId }: Actor, { channelId, field, value }: Change) {
  const text = (key: string) => (typeof value[key] === "string" ? value[key] : undefined);
  if (field === "account_update") return { as: "accountEvent", told: { accountEvent: text("event") } };
  if (field !== "phone_number_quality_update" && field !== "phone_number_name_update") return undefined;
  const found = await prisma.channel.findFirst({ where: { companyId, id: channelId }, select: { health: true } });
  if (!isAbout(found?.health.number, text("display_phone_number") ?? "")) return undefined;
  if (field === "phone_number_name_update") {
    return { as: "name", told: { name: text("requested_verified_name"), nameDecision: text("decision") } };
  }
  const event = text("event");
  const limit = text("max_daily_conversations_per_business") ?? text("current_limit");
  return { as: "quality", told: { event, limit, ...ratingOf(event, found?.health.quality) } };
}

/** Nobody but a person connects a channel again that a person has disconnected; its account matters no more. */
async function isEnded(actor: Actor, channelId: string): Promise<boolean> {
  return (await findConnection(actor, channelId))?.credentials.accessToken === erasedToken;
}

export const receivePlatformChange = command({
  name: "channels.receivePlatformChange",
  access: "system",
  input: z.object({
    channelId: z.uuid(),
    field: z.string().max(100),
    value: z.record(z.string(), z.unknown()),
    at: z.date(),
  }),
  output: z.object({}),
  example: (given) => ({ channelId: given.channelId ?? "", field: "account_update", value: {}, at: exampleAt }),
  async run(context) {
    const { actor, input, now, emit } = context;
    const { channelId, field, value, at } = input;
    const channel = { companyId: actor.companyId, id: channelId };
    const before = await healthBefore(context, channelId);
    const told = await toldOf(actor, input);
    const changed = told ? await writeTold(channel, { ...told, at, now }) : false;
    const said = accountWord(field, value, at);
    const word = said && !(await isEnded(actor, channelId)) ? problemOf(said, now) : undefined;
    const moved = word ? await writeWord(channel, { ...word, at, now }) : false;
    if (changed || moved) {
      const doubtful = changed && told?.as === "quality" ? { doubtful: true as const } : {};
      emit({ type: "channel/changed", channelId, data: { id: channelId, ...doubtful } });
      await tellHealth(context, channelId, before);
    }
    if (field === "account_update" && value.event === "PARTNER_ADDED") await expectHistory(context, channelId);
    await platformChanges.tell(context, { channelId, field, value, at });
    return {};
  },
});
