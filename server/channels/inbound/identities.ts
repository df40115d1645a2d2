import { newId } from "#server/base/ids.ts";
import { phoneKeys } from "#server/contacts/identity/phones.ts";
import { adoptConversations } from "#server/conversations/linking/adopting.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { CommandContext } from "#server/core/operation.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";
import type { Recipient } from "../connector.ts";
import { isUserId, numberIn } from "../outbound/addressing.ts";
import type { Person } from "./items.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** A row of `channel_identities`. */
export type Identity = {
  id: string;
  channelId: string;
  userId: string | null;
  phone: string;
  visitorId: string;
  name: string;
  username: string;
  lastInboundAt: Date | null;
  optedOutAt: Date | null;
  unreachable: string | null;
  profileAskedAt: Date | null;
};

const columns = sql`"id", "channelId", "userId", "phone", "visitorId", "name", "username", "lastInboundAt", "optedOutAt",
  "unreachable", "profileAskedAt"`;

/** All shapes a number may have at the platform or in what people type. */
export function shapesOf(phone: string): string[] {
  return phone === "" ? [] : [...new Set([phone, ...phoneKeys(`+${phone}`)])];
}

/** Serialises per person and channel, so that two simultaneous first messages make one conversation. */
export async function lockPerson(channelId: string, ...people: readonly Person[]): Promise<void> {
  const all = people.flatMap(({ userId, phone }) => [userId, shapesOf(phone).sort()[0]]);
  const keys = [...new Set(all.filter(Boolean))];
  const names = keys.map((key) => `person:${channelId}:${key}`).sort();
  for (const name of names) await execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The identity of a person by the platform's id, else by the number; undefined where both are new. */
export async function knownIdentity(context: Context, channelId: string, person: Person) {
  return (await byUser(context, channelId, person.userId)) ?? (await byPhone(context, channelId, person.phone));
}

async function byUser(context: Context, channelId: string, userId: string | null): Promise<Identity | undefined> {
  if (!userId) return undefined;
  return row<Identity>(sql`
    select ${columns} from channel_identities where "companyId" = ${context.actor.companyId}
      and "channelId" = ${channelId} and "userId" = ${userId}`);
}

async function byPhone(context: Context, channelId: string, phone: string): Promise<Identity | undefined> {
  if (phone === "") return undefined;
  return row<Identity>(sql`
    select ${columns} from channel_identities where "companyId" = ${context.actor.companyId}
      and "channelId" = ${channelId} and "phone" = any(${shapesOf(phone)}::text[])
    order by "createdAt", "id" limit 1`);
}

/** Known by user id and, apart from that, by number: it is one person from now on. */
async function unite(context: Context, kept: Identity, gone: Identity): Promise<void> {
  await execute(
    sql`delete from channel_identities where "companyId" = ${context.actor.companyId} and "id" = ${gone.id}`,
  );
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
  if (!known) return insertIdentity(context, channelId, person);
  const after = {
    userId: person.userId ?? known.userId ?? user?.userId ?? null,
    phone: known.phone || person.phone,
    name: person.name || known.name,
    username: person.username || known.username,
  };
  const same = after.userId === known.userId && after.phone === known.phone && after.name === known.name;
  if (same && after.username === known.username) return known;
  await execute(sql`
    update channel_identities set "userId" = ${after.userId}, "phone" = ${after.phone}, "name" = ${after.name},
      "username" = ${after.username}, "updatedAt" = ${context.now}
    where "companyId" = ${context.actor.companyId} and "id" = ${known.id}`);
  return { ...known, ...after };
}

async function insertIdentity(context: Context, channelId: string, person: Person): Promise<Identity> {
  const visitorId = person.phone || person.userId || "";
  const made = await row<Identity>(sql`
    insert into channel_identities ("companyId", "id", "channelId", "userId", "phone", "visitorId", "name", "username",
      "createdAt", "updatedAt")
    values (${context.actor.companyId}, ${newId()}, ${channelId}, ${person.userId}, ${person.phone}, ${visitorId},
      ${person.name}, ${person.username}, ${context.now}, ${context.now}) returning ${columns}`);
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
  return row<ConversationRow>(sql`
    select c.* from conversations c where c."companyId" = ${context.actor.companyId} and c."channelId" = ${channelId}
      and c."visitorId" = any(${ids}::text[]) and not c."imported"
    order by c."createdAt" desc, c."id" desc limit 1 for update of c`);
}

/** The recipient of a conversation's messages; undefined where there is no address. */
export async function recipientOf(
  companyId: string,
  conversation: { channelId: string; visitorId: string; visitorPhone: string; channel: string },
): Promise<Recipient | undefined> {
  const { channelId, visitorId, visitorPhone } = conversation;
  const number = numberIn(visitorId);
  const shapes = conversation.channel === "WHATSAPP" ? shapesOf(number) : [];
  const [known] = await rows<Identity>(sql`
    select ${columns} from channel_identities where "companyId" = ${companyId} and "channelId" = ${channelId}
      and ("visitorId" = ${visitorId} or "userId" = ${visitorId} or "phone" = any(${shapes}::text[])) limit 1`);
  if (known) return { phone: known.phone, userId: known.userId };
  if (conversation.channel !== "WHATSAPP") return visitorId ? { phone: "", userId: visitorId } : undefined;
  if (number) return { phone: number, userId: null };
  if (isUserId(visitorId)) return { phone: "", userId: visitorId };
  const phone = numberIn(visitorPhone);
  return phone ? { phone, userId: null } : undefined;
}
