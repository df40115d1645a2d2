// SQL because channels are found by what is said of them, in JSON, and one is read for each message that leaves.
import type { Channel, Conversation } from "#server/db/generated/client.ts";
import { columns, row, rows, sql } from "#server/db/sql.ts";

const used = [
  ...(["companyId", "id", "type", "label", "sandbox", "connected"] as const),
  ...(["disconnectionRequested", "settings", "credentials"] as const),
] satisfies (keyof Channel)[];

/** What sending needs of a channel, its credentials sealed; of one that was deleted only where that is asked for. */
export function findSealed(companyId: string, id: string, deleted = false) {
  return row<Pick<Channel, (typeof used)[number]> & { restrictedAt: string | null }>(sql`
    select ${columns(used, "c")}, case when c."health"->'problem'->>'restricted' = 'true'
      then c."health"->'problem'->>'at' end as "restrictedAt" from channels c
    where c."companyId" = ${companyId} and c."id" = ${id} and (c."deletedAt" is not null) = ${deleted}`);
}

/** Its credentials, sealed, and when a check last went well with them; held. */
export function lockSealed(companyId: string, id: string) {
  return row<Pick<Channel, "credentials" | "provenAt">>(sql`
    select "credentials", "provenAt" from channels where "companyId" = ${companyId} and "id" = ${id} and "deletedAt" is null
    for update`);
}

type Ailing = { channelId: Channel["id"]; problem: unknown } & Pick<Channel, "label" | "connected">;

/** Those with a problem, the worst first. */
export function findAiling(companyId: string): Promise<Ailing[]> {
  return rows<Ailing>(sql`
    select "id" as "channelId", "label", "connected", "health"->'problem' as "problem" from channels
    where "companyId" = ${companyId} and "deletedAt" is null and jsonb_typeof("health"->'problem') = 'object'
    order by "connected", coalesce(("health"->'problem'->>'restricted')::boolean, false) desc, "createdAt", "id"`);
}

/** Connected ones that have not been looked at since then. */
export function findUntended(companyId: string, before: Date) {
  return rows<Pick<Channel, "id">>(sql`
    select "id" from channels where "companyId" = ${companyId} and "connected" and "deletedAt" is null
      and not "disconnectionRequested" and "type" in ('WHATSAPP_API', 'FACEBOOK', 'INSTAGRAM')
      and coalesce("health"->>'tendedAt', '') < ${before.toISOString()} order by "id" limit 50`);
}

type Ending = { askedAt: string | null; requested: Channel["disconnectionRequested"] };

export function findEnding(companyId: string, id: string): Promise<Ending | undefined> {
  return row<Ending>(sql`
    select c."health"->>'disconnectAskedAt' as "askedAt", c."disconnectionRequested" as "requested"
    from channels c where c."companyId" = ${companyId} and c."id" = ${id} and c."deletedAt" is null`);
}

/** Conversations with messages that have not left yet. */
export function findUnsent(companyId: string, channelId: string) {
  return rows<Pick<Conversation, "id">>(sql`
    select distinct m."conversationId" as "id" from messages m
    join conversations c on c."companyId" = m."companyId" and c."id" = m."conversationId"
    where c."companyId" = ${companyId} and c."channelId" = ${channelId} and m."status" = 'queued' limit 500`);
}
