// SQL because the queue is taken without waiting, and pairs are found, kept and forgotten many at a time.
import type { Actor } from "#server/core/actor.ts";
import { masksOf } from "#server/core/rights.ts";
import { execute, row, rows, sql } from "#server/db/sql.ts";
import { visibleOnly } from "../access.sql.ts";
import type { DuplicateReason } from "../choices.ts";

export type Pair = { firstId: string; secondId: string; reasons: DuplicateReason[]; createdAt: Date };

/** Companies that have contacts to look at. */
export const unchecked = `select distinct "companyId" from contact_duplicate_checks`;

/** Takes the next contacts to look at; those that another process holds are passed over. */
export async function takeUnchecked({ companyId }: Actor, limit: number): Promise<string[]> {
  const taken = await rows<{ contactId: string }>(sql`
    delete from contact_duplicate_checks where "companyId" = ${companyId} and "contactId" in (
      select "contactId" from contact_duplicate_checks where "companyId" = ${companyId}
      order by "contactId" limit ${limit} for update skip locked)
    returning "contactId"`);
  return taken.map(({ contactId }) => contactId).sort();
}

/** Keeps what is found of these contacts and forgets what is no more; answers whose list is another one now. */
export async function comparePairs({ companyId }: Actor, ids: readonly string[]): Promise<string[]> {
  const changed = await rows<{ id: string }>(sql`
    with found as (
      select least("contactId", "otherId") as "firstId", greatest("contactId", "otherId") as "secondId",
        array_agg(distinct "reason" order by "reason") as "reasons"
      from parley_duplicates_of(${ids}::uuid[]) group by 1, 2
    ), forgotten as (
      delete from contact_duplicates d
      where d."companyId" = ${companyId} and d."dismissedAt" is null
        and (d."firstId" = any(${ids}::uuid[]) or d."secondId" = any(${ids}::uuid[]))
        and not exists (select from found f where f."firstId" = d."firstId" and f."secondId" = d."secondId")
      returning d."firstId"
    ), kept as (
      insert into contact_duplicates as d ("companyId", "firstId", "secondId", "reasons")
      select ${companyId}, f."firstId", f."secondId", f."reasons" from found f order by 2, 3
      on conflict ("companyId", "firstId", "secondId") do update set "reasons" = excluded."reasons"
        where d."reasons" <> excluded."reasons"
      returning d."firstId"
    )
    select "firstId" as "id" from forgotten union select "firstId" from kept order by 1`);
  return changed.map(({ id }) => id);
}

/** What a masked field alone speaks for would tell whose it is: a similar name counts at one domain of the email only. */
function hiddenReasons(actor: Actor): DuplicateReason[] {
  const masks = masksOf(actor);
  return [
    ...(masks.includes("email") ? (["email", "name"] as const) : []),
    ...(masks.includes("phone") ? (["phone"] as const) : []),
  ];
}

const open = (actor: Actor) => sql`
  from contact_duplicates d
  join contacts k on k."companyId" = d."companyId" and k."id" = d."firstId"
  where d."companyId" = ${actor.companyId} and d."dismissedAt" is null${visibleOnly(actor, "clients_read")}
    and not d."reasons" <@ ${hiddenReasons(actor)}::text[]
    and exists (select from contacts k where k."companyId" = d."companyId"
      and k."id" = d."secondId"${visibleOnly(actor, "clients_read")})`;

export async function countPairs(actor: Actor): Promise<number> {
  return (await row<{ count: number }>(sql`select count(*)::int as "count" ${open(actor)}`))?.count ?? 0;
}

/** What more than a name speaks for comes first, then the newest. */
export async function pairsPage(actor: Actor, { take, skip }: { take: number; skip: number }): Promise<Pair[]> {
  const hidden = hiddenReasons(actor);
  const found = await rows<Pair>(sql`
    select d."firstId", d."secondId", d."reasons", d."createdAt" ${open(actor)}
    order by d."reasons" = array['name'], d."createdAt" desc, d."firstId", d."secondId" limit ${take} offset ${skip}`);
  return found.map((pair) => ({ ...pair, reasons: pair.reasons.filter((reason) => !hidden.includes(reason)) }));
}

/** Remembers that they are not the same; false: it was said before, or nobody had thought so. */
export async function dismissPair({ companyId }: Actor, pair: [string, string], by: string): Promise<boolean> {
  const [firstId, secondId] = [...pair].sort();
  const done = await rows<{ done: boolean }>(sql`
    insert into contact_duplicates as d ("companyId", "firstId", "secondId", "reasons", "dismissedAt", "dismissedBy")
    values (${companyId}, ${firstId}::uuid, ${secondId}::uuid, '{}', now(), ${by})
    on conflict ("companyId", "firstId", "secondId") do update
      set "dismissedAt" = excluded."dismissedAt", "dismissedBy" = excluded."dismissedBy" where d."dismissedAt" is null
    returning true as "done"`);
  return done.length > 0;
}

export async function restorePair({ companyId }: Actor, pair: [string, string]): Promise<boolean> {
  const [firstId, secondId] = [...pair].sort();
  const found = await rows<{ done: boolean }>(sql`
    delete from contact_duplicates where "companyId" = ${companyId} and "firstId" = ${firstId}::uuid
      and "secondId" = ${secondId}::uuid and "dismissedAt" is not null returning true as "done"`);
  if (found.length === 0) return false;
  await execute(sql`
    insert into contact_duplicate_checks ("companyId", "contactId") values (${companyId}, ${firstId}::uuid)
    on conflict do nothing`);
  return true;
}
