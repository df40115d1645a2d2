// SQL because a past is written at once: hundreds of rows in one statement.
import type { Campaign, CampaignMessage, Contact, Event } from "#server/db/generated/client.ts";
import { execute, json, raw, rows, sql } from "#server/db/sql.ts";

type Seeded =
  | ("conversations" | "messages" | "contacts" | "notes" | "operator_tags" | "events" | "conversation_reads")
  | ("webhook_deliveries" | "webhook_attempts" | "webhook_hours");

const columnsOf = (record: object | undefined): string =>
  Object.keys(record ?? {})
    .map((column) => `"${column}"`)
    .join(", ");

/** Writes records that have all the same columns. */
export async function insertAll(table: Seeded, records: readonly object[]): Promise<void> {
  const columns = columnsOf(records[0]);
  if (columns === "") return;
  await execute(sql`insert into ${raw(table)} (${raw(columns)})
    select ${raw(columns)} from jsonb_populate_recordset(null::${raw(table)}, ${json(records)}::jsonb)`);
}

/** Contacts and conversations point at each other: this is the way back. */
export async function linkContacts(companyId: string): Promise<void> {
  await execute(sql`update contacts k set "conversationId" = c."id" from conversations c
    where c."companyId" = ${companyId} and k."companyId" = c."companyId" and k."id" = c."contactId"`);
}

/** Counts what a list has seen before. */
export async function insertCounts(
  companyId: string,
  list: string,
  counts: readonly { key: string; count: number }[],
): Promise<void> {
  await execute(sql`
    insert into list_counter_deltas ("companyId", "list", "key", "count")
    select ${companyId}::uuid, ${list}, c."key", c."count"
    from jsonb_to_recordset(${json(counts)}::jsonb) as c("key" text, "count" int)`);
}

type Made = Pick<Event, "id" | "type" | "createdAt"> & { contactId: string; data: Record<string, unknown> };

/** The latest contacts that were made, latest first. */
export function contactsMade(companyId: string): Promise<Made[]> {
  return rows<Made>(sql`
    select "id", "type", "contactId", "data", "createdAt" from events
    where "companyId" = ${companyId} and "type" = 'contact/created' order by "id" desc limit 40`);
}

type Recipient = Pick<Contact, "id" | "name"> & { phone: string };

export function contactsWithPhone(companyId: string): Promise<Recipient[]> {
  return rows<Recipient>(sql`
    select "id", "name", "internationalPhoneNumber" as "phone" from contacts
    where "companyId" = ${companyId} and "internationalPhoneNumber" <> '' order by "id" limit 80`);
}

export async function insertCampaign(campaign: Partial<Campaign>): Promise<void> {
  const columns = columnsOf(campaign);
  await execute(sql`insert into campaigns (${raw(columns)})
    select ${raw(columns)} from jsonb_populate_record(null::campaigns, ${json(campaign)}::jsonb)`);
}

type Times = Pick<CampaignMessage, "id" | "sentAt" | "deliveredAt" | "readAt" | "answeredAt">;

/** When a campaign's messages left, arrived, were read and answered. */
export async function updateTimes(companyId: string, times: readonly Times[]): Promise<void> {
  await execute(sql`
    update campaign_messages m set "sentAt" = t."sentAt", "deliveredAt" = t."deliveredAt", "readAt" = t."readAt",
      "answeredAt" = t."answeredAt", "claimedAt" = t."sentAt", "attempts" = 1
    from jsonb_to_recordset(${json(times)}::jsonb) as t("id" uuid, "sentAt" timestamptz, "deliveredAt" timestamptz,
      "readAt" timestamptz, "answeredAt" timestamptz)
    where m."companyId" = ${companyId} and m."id" = t."id"`);
}
