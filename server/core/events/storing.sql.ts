// SQL because all events of a transaction are stored in one statement.
import type { Event } from "#server/db/generated/client.ts";
import { execute, json, sql } from "#server/db/sql.ts";

type Stored = Pick<
  Event,
  | ("id" | "type" | "channelId" | "conversationId" | "contactId" | "messageId")
  | ("actorType" | "actorId" | "actorName" | "via" | "trace" | "operation")
> & { data: object; createdAt: string };

/** Writes events in the order given; `operation` is the name of the command of each. */
export async function insertEvents(companyId: string, records: readonly Stored[]): Promise<void> {
  await execute(sql`
    insert into events ("companyId", "id", "type", "channelId", "conversationId", "contactId", "messageId",
      "actorType", "actorId", "actorName", "via", "operation", "data", "createdAt", "trace")
    select ${companyId}::uuid, e."id", e."type", e."channelId", e."conversationId", e."contactId", e."messageId",
      e."actorType", e."actorId", e."actorName", e."via", e."operation", e."data",
      e."createdAt", e."trace"
    from jsonb_to_recordset(${json(records)}::jsonb) as e("id" uuid, "type" text, "channelId" uuid,
      "conversationId" uuid, "contactId" uuid, "messageId" uuid, "data" jsonb, "createdAt" timestamptz,
      "actorType" text, "actorId" text, "actorName" text, "via" text, "operation" text,
      "trace" text)`);
}
