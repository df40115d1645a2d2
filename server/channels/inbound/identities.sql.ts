// SQL because each message that comes in asks for them, and conversations are found and held in one statement.

import type { ContactRow } from "#server/contacts/row.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { ChannelIdentity } from "#server/db/generated/client.ts";
import { columns, execute, row, rows, sql } from "#server/db/sql.ts";

const read = [
  ...(["id", "channelId", "userId", "phone", "visitorId", "name", "username"] as const),
  ...(["lastInboundAt", "optedOutAt", "unreachable", "profileAskedAt"] as const),
] satisfies (keyof ChannelIdentity)[];

export type Identity = Pick<ChannelIdentity, (typeof read)[number]>;

type On = { companyId: string; channelId: string };
type Key = Pick<ChannelIdentity, "companyId" | "id">;

const fields = columns(read, "i");
const on = ({ companyId, channelId }: On) => sql`i."companyId" = ${companyId} and i."channelId" = ${channelId}`;

export function findByUser(where: On, userId: string): Promise<Identity | undefined> {
  return row<Identity>(sql`select ${fields} from channel_identities i where ${on(where)} and i."userId" = ${userId}`);
}

/** The oldest that is known by any of these numbers. */
export function findByPhone(where: On, phones: readonly string[]): Promise<Identity | undefined> {
  return row<Identity>(sql`
    select ${fields} from channel_identities i where ${on(where)} and i."phone" = any(${phones}::text[])
    order by i."createdAt", i."id" limit 1`);
}

/** By what a conversation calls its visitor, or by a number. */
export function findVisitor(where: On, visitorId: string, phones: readonly string[]): Promise<Identity | undefined> {
  return row<Identity>(sql`
    select ${fields} from channel_identities i where ${on(where)}
      and (i."visitorId" = ${visitorId} or i."userId" = ${visitorId} or i."phone" = any(${phones}::text[])) limit 1`);
}

type Made = Key & Pick<ChannelIdentity, "channelId" | "userId" | "phone" | "visitorId" | "name" | "username">;

export function insertIdentity(made: Made, now: Date): Promise<Identity | undefined> {
  return row<Identity>(sql`
    insert into channel_identities as i ("companyId", "id", "channelId", "userId", "phone", "visitorId", "name",
      "username", "createdAt", "updatedAt")
    values (${made.companyId}, ${made.id}, ${made.channelId}, ${made.userId}, ${made.phone}, ${made.visitorId},
      ${made.name}, ${made.username}, ${now}, ${now}) returning ${fields}`);
}

type Known = Pick<ChannelIdentity, "userId" | "phone" | "name" | "username">;

export async function writeIdentity({ companyId, id }: Key, known: Known, now: Date): Promise<void> {
  await execute(sql`
    update channel_identities set "userId" = ${known.userId}, "phone" = ${known.phone}, "name" = ${known.name},
      "username" = ${known.username}, "updatedAt" = ${now}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

export async function deleteIdentity({ companyId, id }: Key): Promise<void> {
  await execute(sql`delete from channel_identities where "companyId" = ${companyId} and "id" = ${id}`);
}

/** It has a new address, where it can be reached. */
export async function writeAddress(
  { companyId, id }: Key,
  { phone, userId, visitorId }: Pick<ChannelIdentity, "phone" | "userId" | "visitorId">,
  now: Date,
): Promise<void> {
  await execute(sql`
    update channel_identities set "phone" = ${phone}, "userId" = ${userId}, "visitorId" = ${visitorId},
      "unreachable" = null, "updatedAt" = ${now} where "companyId" = ${companyId} and "id" = ${id}`);
}

const threads = ({ companyId, channelId }: On, ids: readonly string[]) =>
  sql`c."companyId" = ${companyId} and c."channelId" = ${channelId} and c."visitorId" = any(${ids}::text[])`;

/** The latest conversation with somebody of these ids. */
export function findThreadOf(where: On, ids: readonly string[]) {
  return row<Pick<ConversationRow, "id">>(sql`
    select c."id" from conversations c where ${threads(where, ids)} and not c."imported" and c."mergedIntoId" is null
    order by c."createdAt" desc, c."id" desc limit 1`);
}

/** The same, held. */
export function lockThreadOf(where: On, ids: readonly string[]): Promise<ConversationRow | undefined> {
  return row<ConversationRow>(sql`
    select c.* from conversations c where ${threads(where, ids)} and not c."imported" and c."mergedIntoId" is null
    order by c."createdAt" desc, c."id" desc limit 1 for update of c`);
}

/** The conversations with somebody of these ids, the oldest first; held. */
export function lockThreadsOf(where: On, ids: readonly string[]): Promise<ConversationRow[]> {
  return rows<ConversationRow>(sql`
    select c.* from conversations c where ${threads(where, ids)}
    order by c."createdAt", c."id" limit 200 for update of c`);
}

export function lockContactOf(companyId: string, id: string): Promise<ContactRow | undefined> {
  return row<ContactRow>(sql`
    select k.* from contacts k where k."companyId" = ${companyId} and k."id" = ${id} for update`);
}
