// SQL because what is due is found by its index and taken in one statement, with the message it belongs to.
import type { MessageLink } from "#server/db/generated/client.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";
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
type Due = { externalId: string; type: Filed; missing: Missing; tries: number } & Pick<MessageRow, "text">;

/** The message that waits longest is taken: until then no other job asks for its files. */
export function takeDue(companyId: string, channelId: string, now: Date, until: Date): Promise<Due | undefined> {
  return row<Due>(sql`
    with due as (
      select l."externalId", m."type", m."text" from message_links l
      join messages m on m."companyId" = l."companyId" and m."id" = l."messageId"
      where l."companyId" = ${companyId} and l."channelId" = ${channelId} and l."fetchAt" <= ${now}
        and m."type" in ('text/plain', 'image', 'audio', 'video', 'file')
      order by l."fetchAt" limit 1 for update of l skip locked
    )
    update message_links l set "fetchAt" = ${until} from due
    where l."companyId" = ${companyId} and l."channelId" = ${channelId} and l."externalId" = due."externalId"
    returning l."externalId", due."type", due."text", l."missing", l."fetches" as "tries"`);
}

/** What is missing of a message after so many tries; undefined where another try has ended meanwhile. */
export function findMissing({ companyId, channelId, externalId }: Link, tries: number) {
  return row<{ missing: Missing }>(sql`
    select "missing" from message_links
    where "companyId" = ${companyId} and "channelId" = ${channelId} and "externalId" = ${externalId}
      and "missing" is not null and "fetches" = ${tries}`);
}
