// SQL because what is counted and swept is found by a partial index, and passed over where a message is taking it.
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Upload } from "#server/db/generated/client.ts";
import { raw, row, rows, sql } from "#server/db/sql.ts";
import { uploaderOf } from "./access.ts";

/** What visitors uploaded and no message took. In these words, so that the index uploads_untaken serves it. */
const untaken = raw(`"conversationId" is null and "createdBy" like 'visitor:%'`);

type Gone = Pick<Upload, "key">;

/** False while a backup is being taken: its snapshot names files that are copied later. Else held until the commit. */
export async function filesMayGo(lock: number): Promise<boolean> {
  const held = await row<{ got: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${lock}::bigint) as "got"`);
  return held?.got === true;
}

/** How many bytes wait for a message: the actor's own and all of the company, each file counted as `least` at least. */
export async function untakenBytes(actor: Actor, least: number): Promise<{ visitor: number; company: number }> {
  const held = await row<{ visitor: number; company: number }>(sql`
    select coalesce(sum(greatest("size", ${least}::int)), 0) as "company",
      coalesce(sum(greatest("size", ${least}::int)) filter (where "createdBy" = ${uploaderOf(actor)}), 0) as "visitor"
    from uploads where "companyId" = ${actor.companyId} and ${untaken}`);
  return held ?? { visitor: 0, company: 0 };
}

export function deleteUntaken(companyId: string, before: Date, batch: number): Promise<Gone[]> {
  return rows<Gone>(sql`
    delete from uploads where "companyId" = ${companyId} and "id" = any(array(
      select "id" from uploads where "companyId" = ${companyId} and ${untaken} and "createdAt" < ${before}
      order by "createdAt" limit ${batch} for update skip locked))
    returning "key"`);
}

/** Files of the team whose time is over and that no message took. */
export function deleteExpired(companyId: string, now: Date, batch: number): Promise<Gone[]> {
  return rows<Gone>(sql`
    delete from uploads where "companyId" = ${companyId} and "id" = any(array(
      select "id" from uploads where "companyId" = ${companyId} and "conversationId" is null and "expiresAt" is not null
        and "expiresAt" <= ${now} order by "expiresAt" limit ${batch} for update skip locked))
    returning "key"`);
}

/** Nothing as long as the conversation exists. */
export async function deleteOfConversation(companyId: string, conversationId: string): Promise<Gone[]> {
  if (!isId(conversationId)) return [];
  return rows<Gone>(sql`
    delete from uploads where "companyId" = ${companyId} and "conversationId" = ${conversationId}::uuid and not exists (
      select 1 from conversations c where c."companyId" = ${companyId} and c."id" = ${conversationId}::uuid)
    returning "key"`);
}

type Span = { companyId: string; before: string; held: readonly string[] };

/** Files that a message took; those of saved replies stay. */
const old = ({ companyId, before, held }: Span) => sql`
  "companyId" = ${companyId} and "id" < ${before}::uuid and "conversationId" is not null and not "kept"
    and "conversationId" <> all(${[...held]}::uuid[])`;

export async function countOldFiles(span: Span): Promise<number> {
  const found = await row<{ count: number }>(sql`select count(*)::int as "count" from uploads where ${old(span)}`);
  return found?.count ?? 0;
}

export function deleteOldFiles(span: Span, limit: number) {
  return rows<Pick<Upload, "key">>(sql`
    delete from uploads where "companyId" = ${span.companyId} and "id" = any(array(
      select "id" from uploads where ${old(span)} order by "id" limit ${limit} for update skip locked))
    returning "key"`);
}
