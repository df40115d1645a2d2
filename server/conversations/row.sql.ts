// SQL because time never goes back in a row that others hold a version of.
import type { Conversation } from "#server/db/generated/client.ts";
import { forward, moment } from "#server/db/moment.ts";
import { execute, rows, sql } from "#server/db/sql.ts";
import { checkLater } from "./clocks/checks.sql.ts";
import { lastKindOf } from "./last-kind.ts";

// What others change in conversations that they hold: see `change.ts` for everything that happens in one.

type Key = { companyId: string; id: string };
type Released = Pick<Conversation, "id" | "channelId" | "updatedAt" | "contactId">;

/** Leaves the contacts' conversations, which are held, without a contact; answers whose they were. */
export async function releaseFromContacts(companyId: string, contactIds: readonly string[]): Promise<Released[]> {
  const released = await rows<Released>(sql`
    select * from parley_hand_conversations(
      ${companyId}::uuid, ${contactIds}::uuid[], null::uuid, null::uuid[], ${moment()}::timestamptz)`);
  await checkLater(
    companyId,
    released.map(({ id }) => id),
  );
  return released;
}

/** Its last message has changed; at this time, else at the moment. */
export async function retellLast(
  { companyId, id }: Key,
  said: { text: string; type: string; extra?: unknown },
  at?: Date,
): Promise<void> {
  await execute(sql`
    update conversations set "lastMessage" = ${said.text}, "lastMessageKind" = ${lastKindOf(said)}, "updatedAt" = ${at ?? forward(moment())}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

/** How far the visitor has read. */
export async function noteRead({ companyId, id }: Key, seq: number): Promise<void> {
  await execute(sql`update conversations set "visitorReadSeq" = ${seq}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

type Visitors = { companyId: string; channelId: string; visitorIds: readonly string[] };

/** A day and an hour pass for the conversations of these visitors, which may only be of a sandbox. Returns them. */
export async function moveBack({ companyId, channelId, visitorIds }: Visitors): Promise<Pick<Conversation, "id">[]> {
  const moved = await rows<Pick<Conversation, "id">>(sql`
    update conversations set "createdAt" = "createdAt" - interval '25 hours', "freeEntryUntil" = null,
      "lastVisitorMessageAt" = "lastVisitorMessageAt" - interval '25 hours'
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "visitorId" = any(${visitorIds}::text[])
    returning "id"`);
  await execute(sql`
    update conversation_activity set "createdAt" = "createdAt" - interval '25 hours'
    where "companyId" = ${companyId} and "conversationId" = any(${moved.map(({ id }) => id)}::uuid[])`);
  return moved;
}
