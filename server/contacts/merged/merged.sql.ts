// SQL because who went into whom is followed from one to the next, and rows are kept and put back whole.
import type { Actor } from "#server/core/actor.ts";
import { execute, json, raw, row, rows, sql } from "#server/db/sql.ts";
import type { ContactRow } from "../row.ts";

/** Everybody who went into one of these contacts, over as many merges as there were. */
export async function mergedInto({ companyId }: Pick<Actor, "companyId">, ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(sql`
    with recursive gone("id") as (
      select "loserId" from contact_merges
        where "companyId" = ${companyId} and "winnerId" = any(${ids}::uuid[]) and "undoneAt" is null
      union select m."loserId" from contact_merges m join gone g on m."winnerId" = g."id"
        where m."companyId" = ${companyId} and m."undoneAt" is null)
    select "id" from gone`);
  return found.map(({ id }) => id);
}

/** Where a contact went that was merged into another; undefined: it was not. */
export async function wentTo({ companyId }: Actor, id: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(sql`
    with recursive way("id", "step") as (
      select "winnerId", 1 from contact_merges
        where "companyId" = ${companyId} and "loserId" = ${id}::uuid and "undoneAt" is null
      union select m."winnerId", w."step" + 1 from contact_merges m join way w on m."loserId" = w."id"
        where m."companyId" = ${companyId} and m."undoneAt" is null and w."step" < 100)
    select w."id" from way w join contacts k on k."companyId" = ${companyId} and k."id" = w."id" limit 1`);
  return found?.id;
}

/** The contact that stays, of whoever had this address before they were merged. */
export async function winnerByEmail(actor: Actor, emailKey: string): Promise<string | undefined> {
  const found = await row<{ loserId: string }>(sql`
    select "loserId" from contact_merges
    where "companyId" = ${actor.companyId} and "emailKey" = ${emailKey} and "emailKey" <> '' and "undoneAt" is null
    order by "createdAt" desc limit 1`);
  return found && wentTo(actor, found.loserId);
}

/** Whose numbers were written anew are still found by those of the contacts that went into them. */
export async function keepBrought(companyId: string, ids: readonly string[]): Promise<void> {
  await execute(sql`
    update contacts k set "phoneKeys" = array(select distinct p."key" from unnest(k."phoneKeys" || m."keys") p("key") order by 1)
    from (
      select g."winnerId", array_agg(distinct p."key") as "keys"
      from contact_merges g, jsonb_array_elements_text(g."loser"->'phoneKeys') p("key")
      where g."companyId" = ${companyId} and g."winnerId" = any(${[...ids]}::uuid[]) and g."undoneAt" is null
      group by 1) m
    where k."companyId" = ${companyId} and k."id" = m."winnerId" and not k."phoneKeys" @> m."keys"`);
}

type FormerKeys = { externalIds: readonly string[]; emailKeys: readonly string[] };

/** By the contacts that stay: which of these keys were of somebody who went into them, each where it went last. */
export async function formerKeys(actor: Actor, keys: FormerKeys): Promise<Map<string, string[]>> {
  const found = await rows<{ loserId: string; key: string }>(sql`
    select distinct on (g."key") g."loserId", g."key" from (
      select "loserId", 'externalId:' || "externalId" as "key", "createdAt" from contact_merges
        where "companyId" = ${actor.companyId} and "externalId" <> '' and "externalId" = any(${[...keys.externalIds]}::text[])
          and "undoneAt" is null
      union all select "loserId", 'email:' || "emailKey", "createdAt" from contact_merges
        where "companyId" = ${actor.companyId} and "emailKey" <> '' and "emailKey" = any(${[...keys.emailKeys]}::text[])
          and "undoneAt" is null) g
    order by g."key", g."createdAt" desc`);
  const winners = new Map<string, string[]>();
  for (const { loserId, key } of found) {
    const id = await wentTo(actor, loserId);
    if (id) winners.set(id, [...(winners.get(id) ?? []), key]);
  }
  return winners;
}

/**
 * With a contact goes what is kept of those that went into it; answers their rows as they were. Merges of its own that
 * were undone are emptied, and stay until the erasure has found by them what was told of others meanwhile.
 */
export async function forgetMerged(companyId: string, ids: readonly string[]): Promise<ContactRow[]> {
  const losers = await mergedInto({ companyId }, ids);
  const all = [...ids, ...losers];
  const found = await rows<{ loser: ContactRow }>(sql`
    delete from contact_merges where "companyId" = ${companyId}
      and ("winnerId" = any(${all}::uuid[]) or "loserId" = any(${losers}::uuid[]) and "undoneAt" is null)
    returning case when "undoneAt" is null then "loser" end as "loser"`);
  await execute(sql`
    with recursive ${undoneOf(companyId, all)}
    update contact_merges m set "loser" = '{}', "before" = '{}', "after" = '{}', "emailKey" = '', "externalId" = ''
    from undone u where m."companyId" = ${companyId} and m."id" = u."id"`);
  return found.flatMap(({ loser }) => loser ?? []);
}

/** Merges that were undone, of these contacts and, meanwhile, of those that they had gone into. */
const undoneOf = (companyId: string, ids: readonly string[]) => sql`undone as (
  select "id", "winnerId", "createdAt", "undoneAt" from contact_merges
    where "companyId" = ${companyId} and "loserId" = any(${[...ids]}::uuid[]) and "undoneAt" is not null
  union select m."id", m."winnerId", m."createdAt", m."undoneAt" from contact_merges m join undone u
    on m."loserId" = u."winnerId" and m."createdAt" between u."createdAt" and u."undoneAt"
    where m."companyId" = ${companyId} and m."undoneAt" is not null)`;

/** While a contact was in another one, what was told of that one told of it too. */
export type Undone = { id: string; winnerId: string; createdAt: Date; undoneAt: Date };

export function undoneMergesOf(companyId: string, loserId: string): Promise<Undone[]> {
  return rows<Undone>(sql`with recursive ${undoneOf(companyId, [loserId])} select * from undone`);
}

export async function dropUndoneMerges(companyId: string, loserId: string): Promise<void> {
  await execute(sql`
    with recursive ${undoneOf(companyId, [loserId])}
    delete from contact_merges m using undone u where m."companyId" = ${companyId} and m."id" = u."id"`);
}

/** A row as JSON keeps it: everything in it, the columns that nothing here names included. */
export async function keptRow({ companyId }: Actor, id: string): Promise<Record<string, unknown>> {
  const found = await row<{ kept: Record<string, unknown> }>(sql`
    select to_jsonb(k) as "kept" from contacts k where k."companyId" = ${companyId} and k."id" = ${id}::uuid`);
  return found?.kept ?? {};
}

/** Puts a row back as it was kept. */
export async function putBack(kept: unknown): Promise<void> {
  await execute(sql`insert into contacts select * from jsonb_populate_record(null::contacts, ${json(kept)}::jsonb)`);
}

/** Writes these columns of a row that is held, as they were kept. */
export async function writeKept({ companyId }: Actor, id: string, kept: Record<string, unknown>): Promise<void> {
  const names = Object.keys(kept).sort();
  if (names.length === 0) return;
  const list = (of: string) => raw(names.map((name) => `${of}"${name.replaceAll('"', '""')}"`).join(", "));
  await execute(sql`
    update contacts k set (${list("")}) = row(${list("p.")})
    from jsonb_populate_record(null::contacts, ${json(kept)}::jsonb) p
    where k."companyId" = ${companyId} and k."id" = ${id}::uuid`);
}
