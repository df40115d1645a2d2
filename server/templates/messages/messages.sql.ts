// SQL because rows come in batches of thousands, and each that leaves is on the hot path of campaigns.
import type { CampaignMessage } from "#server/db/generated/client.ts";
import { columns, empty, execute, json, row, rows, sql } from "#server/db/sql.ts";

type Key = Pick<CampaignMessage, "companyId" | "id">;

export async function insertRows(messages: readonly CampaignMessage[]): Promise<void> {
  await execute(sql`
    insert into campaign_messages
    select * from jsonb_populate_recordset(null::campaign_messages, ${json(messages)}::jsonb)`);
}

export function findMessage({ companyId, id }: Key, lock: boolean): Promise<CampaignMessage | undefined> {
  return row<CampaignMessage>(sql`
    select e.* from campaign_messages e where e."companyId" = ${companyId} and e."id" = ${id}
    ${lock ? sql`for update of e` : empty}`);
}

/** It stands in a conversation now. */
export async function linkMessage({ companyId, id }: Key, conversationId: string, messageId: string): Promise<void> {
  await execute(sql`
    update campaign_messages set "conversationId" = ${conversationId}, "messageId" = ${messageId}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

export async function markEnqueued({ companyId, id }: Key, now: Date): Promise<void> {
  await execute(sql`
    update campaign_messages set "status" = 'enqueued', "updatedAt" = ${now}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

/** The platform has accepted it and named it. */
export async function nameMessage({ companyId, id }: Key, externalId: string, now: Date): Promise<void> {
  await execute(sql`
    update campaign_messages set "externalId" = ${externalId}, "updatedAt" = ${now}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

/** Another try at it has begun; how many there were. */
export async function countTry({ companyId, id }: Key): Promise<number> {
  const counted = await row<Pick<CampaignMessage, "attempts">>(sql`
    update campaign_messages set "attempts" = "attempts" + 1
    where "companyId" = ${companyId} and "id" = ${id} returning "attempts"`);
  return counted?.attempts ?? 0;
}

type Refusal = { failureCode: string; failureReason: string };

export async function refuseMessage({ companyId, id }: Key, refusal: Refusal, now: Date): Promise<void> {
  await execute(sql`
    update campaign_messages set "status" = 'invalid', "failureCode" = ${refusal.failureCode},
      "failureReason" = ${refusal.failureReason}, "updatedAt" = ${now}
    where "companyId" = ${companyId} and "id" = ${id}`);
}

type Person = { companyId: string; contactId: string; conversationIds: readonly string[] };

/** What was sent to a contact, or stands in one of these conversations, after a number. */
export function messagesOfPerson({ companyId, contactId, conversationIds }: Person, after: number, limit: number) {
  return rows<CampaignMessage>(sql`
    select e.* from campaign_messages e where e."companyId" = ${companyId} and e."number" > ${after}
      and (e."contactId" = ${contactId} or e."conversationId" = any(${[...conversationIds]}::uuid[]))
    order by e."number" limit ${limit}`);
}

const told = [
  ...(["number", "destination", "name", "contactId", "conversationId", "status", "failureCode"] as const),
  ...(["failureReason", "createdAt"] as const),
] satisfies (keyof CampaignMessage)[];

/** All of a campaign in their order, as far as they are told. */
export function messagesOf(companyId: string, campaignId: string) {
  return rows<Pick<CampaignMessage, (typeof told)[number]>>(sql`
    select ${columns(told, "e")} from campaign_messages e
    where e."companyId" = ${companyId} and e."campaignId" = ${campaignId} order by e."number"`);
}
