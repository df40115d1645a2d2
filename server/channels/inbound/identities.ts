import { newId } from "#server/base/ids.ts";
import { phoneKeys } from "#server/contacts/identity/phones.ts";
import { adoptConversations } from "#server/conversations/linking/adopting.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import type { Recipient } from "../connector.ts";
import { isUserId, numberIn } from "../outbound/addressing.ts";
import {
  deleteIdentity,
  findByPhone,
  findByUser,
  findVisitor,
  type Identity,
  insertIdentity,
  lockThreadOf,
  writeIdentity,
} from "./identities.sql.ts";
import type { Person } from "./items.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

export type { Identity } from "./identities.sql.ts";

/** All shapes a number may have at the platform or in what people type. */
export function shapesOf(phone: string): string[] {
  return phone === "" ? [] : [...new Set([phone, ...phoneKeys(`+${phone}`)])];
}

/** Serialises per person and channel, so that two simultaneous first messages make one conversation. */
export async function lockPerson(channelId: string, ...people: readonly Person[]): Promise<void> {
  const all = people.flatMap(({ userId, phone }) => [userId, shapesOf(phone).sort()[0]]);
  const keys = [...new Set(all.filter(Boolean))];
  const names = keys.map((key) => `person:${channelId}:${key}`).sort();
  for (const name of names) await takeTurn(name);
}

/** The identity of a person by the platform's id, else by the number; undefined where both are new. */
export async function knownIdentity(context: Context, channelId: string, person: Person) {
  return (await byUser(context, channelId, person.userId)) ?? (await byPhone(context, channelId, person.phone));
}

async function byUser({ actor }: Context, channelId: string, userId: string | null): Promise<Identity | undefined> {
  return userId ? findByUser({ companyId: actor.companyId, channelId }, userId) : undefined;
}

async function byPhone({ actor }: Context, channelId: string, phone: string): Promise<Identity | undefined> {
  return phone === "" ? undefined : findByPhone({ companyId: actor.companyId, channelId }, shapesOf(phone));
}

/** Known by user id and, apart from that, by number: it is one person from now on. */
async function unite(context: Context, kept: Identity, gone: Identity): Promise<void> {
  await deleteIdentity({ companyId: context.actor.companyId, id: gone.id });
  const anonymous = { channelId: gone.channelId, visitorId: gone.visitorId, name: "", email: "", phone: "" };
  const person = {
    ...anonymous,
    visitorId: kept.visitorId,
    name: kept.name,
    phone: kept.phone ? `+${kept.phone}` : "",
  };
  await adoptConversations(context, anonymous, person);
}

/** The identity of a person in a payload, by user id first and number second; created where it is new. */
export async function identify(context: Context, channelId: string, person: Person): Promise<Identity> {
  const user = await byUser(context, channelId, person.userId);
  const number = await byPhone(context, channelId, person.phone);
  const known = number ?? user;
  if (number && user && number.id !== user.id) await unite(context, number, user);
  if (!known) return newIdentity(context, channelId, person);
  const after = {
    userId: person.userId ?? known.userId ?? user?.userId ?? null,
    phone: known.phone || person.phone,
    name: person.name || known.name,
    username: person.username || known.username,
  };
  const same = after.userId === known.userId && after.phone === known.phone && after.name === known.name;
  if (same && after.username === known.username) return known;
  await writeIdentity({ companyId: context.actor.companyId, id: known.id }, after, context.now);
  return { ...known, ...after };
}

async function newIdentity({ actor, now }: Context, channelId: string, person: Person): Promise<Identity> {
  const { companyId } = actor;
  const visitorId = person.phone || person.userId || "";
  const made = await insertIdentity({ ...person, companyId, id: newId(), channelId, visitorId }, now);
  if (!made) throw new Error("an identity was not stored");
  return made;
}

/** The latest conversation of a person on this channel, locked; API clients may have named them with a plus. */
export async function latestConversation(
  context: Context,
  channelId: string,
  identity: Identity,
): Promise<ConversationRow | undefined> {
  const shapes = shapesOf(identity.phone);
  const ids = [
    ...new Set([
      identity.visitorId,
      ...(identity.userId ? [identity.userId] : []),
      ...shapes,
      ...shapes.map((one) => `+${one}`),
    ]),
  ];
  return lockThreadOf({ companyId: context.actor.companyId, channelId }, ids);
}

/** The recipient of a conversation's messages; undefined where there is no address. */
export async function recipientOf(
  companyId: string,
  conversation: { channelId: string; visitorId: string; visitorPhone: string; channel: string },
): Promise<Recipient | undefined> {
  const { channelId, visitorId, visitorPhone } = conversation;
  const number = numberIn(visitorId);
  const shapes = conversation.channel === "WHATSAPP" ? shapesOf(number) : [];
  const known = await findVisitor({ companyId, channelId }, visitorId, shapes);
  if (known) return { phone: known.phone, userId: known.userId };
  if (conversation.channel !== "WHATSAPP") return visitorId ? { phone: "", userId: visitorId } : undefined;
  if (number) return { phone: number, userId: null };
  if (isUserId(visitorId)) return { phone: "", userId: visitorId };
  const phone = numberIn(visitorPhone);
  return phone ? { phone, userId: null } : undefined;
}
