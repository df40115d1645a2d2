// SQL because what is due is found by its index, with the message it belongs to.
import type { MessageLink } from "#server/db/generated/client.ts";
import { execute, json, row, rows, sql } from "#server/db/sql.ts";
import type { MessageRow } from "../row.ts";

type Missing = NonNullable<MessageLink["missing"]>;
type Link = { companyId: string; channelId: string; externalId: string };

/** `due` null: nothing is asked for again. */
export async function writeMissing(
  { companyId, channelId, externalId }: Link,
  { missing, due, tries }: { missing: Readonly<Missing>; due: Date | null; tries: number },
): Promise<void> {
  await execute(sql`
    update message_links set "missing" = ${due ? json(missing) : null}::jsonb, "fetchAt" = ${due}, "fetches" = ${tries}
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "externalId" = ${externalId}`);
}

/** Messages that can have files. */
type Filed = "text/plain" | "image" | "audio" | "video" | "file";
type Due = { externalId: string; type: Filed; missing: Missing } & Pick<MessageRow, "text">;

export function findDue(companyId: string, channelId: string, now: Date, limit: number): Promise<Due[]> {
  return rows<Due>(sql`
    select l."externalId", m."type", m."text", l."missing" from message_links l
    join messages m on m."companyId" = l."companyId" and m."id" = l."messageId"
    where l."companyId" = ${companyId} and l."channelId" = ${channelId} and l."fetchAt" <= ${now}
      and m."type" in ('text/plain', 'image', 'audio', 'video', 'file') order by l."fetchAt" limit ${limit}`);
}

export function findMissing({ companyId, channelId, externalId }: Link) {
  return row<Pick<MessageLink, "fetches" | "missing">>(sql`
    select "fetches", "missing" from message_links
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "externalId" = ${externalId}`);
}
