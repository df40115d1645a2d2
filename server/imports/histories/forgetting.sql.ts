// SQL because people are looked for among many items, and their words are replaced in several rows at once.
import { execute, json, rows, sql } from "#server/db/sql.ts";

/** What contacts of a system are linked by and is no mark. */
export async function plainLinks(companyId: string, system: string): Promise<string[]> {
  const found = await rows<{ sourceId: string }>(sql`
    select "sourceId" from history_links where "companyId" = ${companyId} and "system" = ${system}
      and "kind" = 'contact' and "sourceId" not like '~%'`);
  return found.map(({ sourceId }) => sourceId);
}

/** People's words and the marks that take their place. A chat is called as its customer is. */
export type Renamed = { system: string; word: string; mark: string };

export async function renameSources(companyId: string, renamed: readonly Renamed[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${json(renamed)}::jsonb) r("system" text, "word" text, "mark" text)`;
  const theirs = sql`and (o."kind" = 'contact' or r."system" like 'whatsapp_chat:%')`;
  if (renamed.length === 0) return;
  await execute(sql`
    update history_links o set "sourceId" = r."mark" from ${given}
    where o."companyId" = ${companyId} and o."system" = r."system" and o."sourceId" = r."word" ${theirs}
      and not exists (select from history_links h where h."companyId" = o."companyId" and h."system" = o."system"
        and h."kind" = o."kind" and h."sourceId" = r."mark")`);
  await execute(sql`
    update history_items o set "sourceId" = r."mark",
      "data" = case when o."data" ? 'contact' then jsonb_set(o."data", '{contact}', to_jsonb(r."mark")) else o."data" end
    from ${given} join history_imports h on h."source" || ':' || lower(h."name") = r."system"
    where h."companyId" = ${companyId} and o."companyId" = h."companyId" and o."importId" = h."id"
      and o."sourceId" = r."word" ${theirs}`);
}

/** How contacts are linked whose words are no marks, and no numbers that the other system's API gave. */
export function linksOfGone(companyId: string, contactIds: readonly string[]) {
  return rows<{ system: string; word: string }>(sql`
    select "system", "sourceId" as "word" from history_links
    where "companyId" = ${companyId} and "kind" = 'contact' and "ownId" = any(${[...contactIds]}::uuid[])
      and "sourceId" not like '~%' and "system" not like 'chatwoot_api:%'`);
}

type Wanted = { contactIds: readonly string[]; words: readonly string[]; tails: readonly string[] };
export type ReadPerson = { importId: string; position: number; sourceId: string; own: boolean; cells: string[] };

/** People who were read and are not here, and may be those: by id, by a word of theirs, or by a number's last digits. */
export function peopleLike(companyId: string, { contactIds, words, tails }: Wanted): Promise<ReadPerson[]> {
  return rows<ReadPerson>(sql`
    select "importId", "position", "sourceId", coalesce("ownId" = any(${[...contactIds]}::uuid[]), false) as "own",
      array["data"->>'email', "data"->>'phone', "data"->>'externalId'] as "cells"
    from history_items where "companyId" = ${companyId} and "kind" = 'contact' and "data" is not null
      and "outcome" in ('waiting', 'failed') and ("ownId" = any(${[...contactIds]}::uuid[])
        or lower(btrim("data"->>'email')) = any(${[...words]}::text[])
        or lower(btrim("data"->>'externalId')) = any(${[...words]}::text[])
        or right(regexp_replace("data"->>'phone', '\\D', '', 'g'), 7) = any(${[...tails]}::text[]))`);
}

/** What was read of them goes, with their conversations. */
export async function clearItems(
  companyId: string,
  contactIds: readonly string[],
  people: readonly Pick<ReadPerson, "importId" | "sourceId">[],
): Promise<void> {
  await execute(sql`
    update history_items i set "data" = null
    where i."companyId" = ${companyId} and i."data" is not null and i."outcome" in ('waiting', 'failed') and (
      exists (select from jsonb_to_recordset(${json(people)}::jsonb) p("importId" uuid, "sourceId" text)
        where p."importId" = i."importId" and (i."kind" = 'contact' and i."sourceId" = p."sourceId"
          or i."kind" = 'conversation' and i."data"->>'contact' = p."sourceId"))
      or (i."kind" = 'conversation' and exists (select from history_links l join history_imports h
          on h."companyId" = l."companyId" and h."source" || ':' || lower(h."name") = l."system"
        where l."companyId" = ${companyId} and l."kind" = 'contact' and l."ownId" = any(${[...contactIds]}::uuid[])
          and h."id" = i."importId" and l."sourceId" = i."data"->>'contact')))`);
}

/** Runs that a person is in say no more of whom they were given for; answers the files that they were read from. */
export async function forgetRuns(
  companyId: string,
  contactIds: readonly string[],
  marks: readonly string[],
): Promise<string[]> {
  const found = await rows<{ uploadId: string }>(sql`
    update history_imports h set "settings" = h."settings" || '{"customer": "", "phone": "", "fileName": "", "uploadId": ""}',
      "found" = h."found" || '{"authors": []}'
    from (select "companyId", "id", "settings"->>'uploadId' as "uploadId" from history_imports) b
    where h."companyId" = ${companyId} and b."companyId" = h."companyId" and b."id" = h."id"
      and exists (select from history_items i where i."companyId" = h."companyId" and i."importId" = h."id"
        and i."kind" = 'contact' and (i."ownId" = any(${[...contactIds]}::uuid[])
          or (h."source" = 'whatsapp_chat' and i."ownId" is null and i."sourceId" = any(${[...marks]}::text[]))))
    returning b."uploadId"`);
  return found.flatMap(({ uploadId }) => uploadId || []);
}
