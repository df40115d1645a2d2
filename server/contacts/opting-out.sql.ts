// SQL because addresses are kept as hashes that the database makes, and audiences are asked about page by page.
import type { Contact } from "#server/db/generated/client.ts";
import { execute, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { phoneKeys } from "./identity/phones.ts";

/**
 * Under what an opt-out is kept: a number in each of its shapes, and the id by which a platform knows somebody who shows
 * none, as it is.
 */
export const wishKeys = (address: string): string[] =>
  /^[+\d\s().-]*$/.test(address) ? phoneKeys(address) : [address];

/** Since when the contact k, or one of its numbers, wants nothing in bulk. */
export const optedOutAt: Sql = sql`coalesce(k."optedOutAt", (
  select min(o."optedOutAt") from unnest(k."phoneKeys") n join opt_outs o
    on o."companyId" = k."companyId" and o."number" = parley_number_hash(k."companyId", n)))`;

type Key = Pick<Contact, "companyId" | "id">;

/** Since when the contact wants nothing in bulk. */
export function findOptOut({ companyId, id }: Key) {
  return row<{ optedOutAt: Date | null }>(sql`
    select ${optedOutAt} as "optedOutAt" from contacts k where k."companyId" = ${companyId} and k."id" = ${id}`);
}

export async function numbersOf({ companyId, id }: Key): Promise<string[]> {
  const found = await row<Pick<Contact, "phoneKeys">>(sql`
    select "phoneKeys" from contacts where "companyId" = ${companyId} and "id" = ${id}`);
  return found?.phoneKeys ?? [];
}

/** Who says it again is out since then: an older word must not take that back. */
export async function insertOptOuts(companyId: string, keys: readonly string[], at: Date): Promise<void> {
  await execute(sql`
    insert into opt_outs ("companyId", "number", "optedOutAt")
    select ${companyId}::uuid, parley_number_hash(${companyId}::uuid, k), ${at}::timestamptz
    from unnest(${keys}::text[]) k order by 2
    on conflict ("companyId", "number") do update set "optedOutAt" = excluded."optedOutAt"
    where opt_outs."optedOutAt" < excluded."optedOutAt"`);
}

type People = { keys: readonly string[]; ids: readonly string[] };

/** Whether one of these numbers or contacts has opted out in a later second: platforms count in seconds. */
export async function hasOptedOutSince(companyId: string, { keys, ids }: People, at: Date): Promise<boolean> {
  const later = sql`"optedOutAt" >= date_trunc('second', ${at}::timestamptz) + interval '1 second'`;
  const found = await row(sql`
    select 1 from opt_outs where "companyId" = ${companyId} and ${later} and "number" in (
      select parley_number_hash(${companyId}::uuid, k) from unnest(${[...keys]}::text[]) k)
    union all select 1 from contacts where "companyId" = ${companyId} and ${later} and "id" = any(${[...ids]}::uuid[])
    limit 1`);
  return found !== undefined;
}

/** Whether one of them had opted out. */
export async function deleteOptOuts(companyId: string, keys: readonly string[]): Promise<boolean> {
  const gone = await execute(sql`
    delete from opt_outs where "companyId" = ${companyId}
      and "number" in (select parley_number_hash(${companyId}::uuid, k) from unnest(${keys}::text[]) k)`);
  return gone > 0;
}

/** Those of these addresses that want nothing in bulk, with or without a contact, and since when. */
export async function optedOutAmong(companyId: string, addresses: readonly string[]): Promise<Map<string, Date>> {
  const pairs = [...new Set(addresses)].flatMap((address) => wishKeys(address).map((key) => ({ address, key })));
  if (pairs.length === 0) return new Map();
  const found = await rows<{ address: string; optedOutAt: Date }>(sql`
    select p."address", min(o."optedOutAt") as "optedOutAt"
    from unnest(${pairs.map(({ address }) => address)}::text[], ${pairs.map(({ key }) => key)}::text[]) p("address", "key")
    join opt_outs o on o."companyId" = ${companyId} and o."number" = parley_number_hash(${companyId}::uuid, p."key")
    group by 1`);
  return new Map(found.map(({ address, optedOutAt }) => [address, optedOutAt]));
}
