// SQL because items come by the thousand, are taken in their order, and are compared with what is here already.
import { empty, execute, json, row, rows, type Sql, sql } from "#server/db/sql.ts";
import type { ImportOutcome } from "../choices.ts";
import type { RowFault } from "../schema.ts";
import type { HistoryKind } from "./choices.ts";
import type { PastRecord, Staged } from "./schema.ts";

type Key = { companyId: string; id: string };
export type Item = { position: number; kind: HistoryKind; sourceId: string; data: PastRecord };
export type Link = { sourceId: string; ownId: string; upTo: number; mark: string };

const ofImport = ({ companyId, id }: Key) => sql`"companyId" = ${companyId} and "importId" = ${id}`;

/** Puts what was read behind the others; what is there already stays as it is. Who works on an import holds its job. */
export async function addItems({ companyId, id }: Key, staged: readonly Staged[]): Promise<void> {
  const found = staged.map(({ sourceId, data }) => ({ sourceId, kind: data.kind, data }));
  await execute(sql`
    insert into history_items ("companyId", "importId", "position", "kind", "sourceId", "data")
    select ${companyId}, ${id}, m."last" + row_number() over (order by n."order"), n."kind", n."sourceId", n."data"
    from (select coalesce(max("position"), 0) as "last" from history_items where ${ofImport({ companyId, id })}) m,
      (select distinct on (r."kind", r."sourceId") r."kind", r."sourceId", r."data", r."order"
        from jsonb_array_elements(${json(found)}::jsonb) with ordinality e("item", "order"),
          lateral (select e."item"->>'kind' as "kind", e."item"->>'sourceId' as "sourceId", e."item"->'data' as "data",
            e."order") r
        where not exists (select from history_items i where i."companyId" = ${companyId} and i."importId" = ${id}
          and i."kind" = r."kind" and i."sourceId" = r."sourceId")
        order by r."kind", r."sourceId", r."order") n`);
}

/** Puts a label on contacts that were read before it was asked for; in earnest or not, twice does no more than once. */
export async function labelItems(key: Key, { label, sourceIds }: { label: string; sourceIds: readonly string[] }) {
  await execute(sql`
    update history_items set "data" = jsonb_set("data", '{tags}', ("data"->'tags') || to_jsonb(${label}::text))
    where ${ofImport(key)} and "kind" = 'contact' and "outcome" = 'waiting' and "sourceId" = any(${[...sourceIds]}::text[])
      and not ("data"->'tags' ? ${label})`);
}

export async function countItems(key: Key): Promise<number> {
  const found = await row<{ count: number }>(
    sql`select count(*)::int as "count" from history_items where ${ofImport(key)}`,
  );
  return found?.count ?? 0;
}

/** The next of one kind that wait: contacts first, so that conversations find theirs. */
export function waitingItems(key: Key, limit: number): Promise<Item[]> {
  return rows<Item>(sql`
    select "position", "kind", "sourceId", "data" from history_items
    where ${ofImport(key)} and "outcome" = 'waiting' and "kind" = (
      select "kind" from history_items where ${ofImport(key)} and "outcome" = 'waiting' order by "kind" limit 1)
    order by "position" limit ${limit}`);
}

export function itemsAt(key: Key, positions: readonly number[]): Promise<Item[]> {
  return rows<Item>(sql`
    select "position", "kind", "sourceId", "data" from history_items
    where ${ofImport(key)} and "outcome" = 'waiting' and "position" = any(${[...positions]}::int[])
    order by "position"`);
}

export type Marked = {
  position: number;
  outcome: ImportOutcome;
  ownId: string | null;
  messages: number;
  notes: number;
  leftOut: number;
  faults: RowFault[];
};

/** What was taken is here: an item keeps what was read only where it failed. */
export async function markItems(key: Key, marked: readonly Marked[]): Promise<void> {
  await execute(sql`
    update history_items i set "outcome" = d."outcome", "ownId" = d."ownId", "messages" = d."messages",
      "notes" = d."notes", "leftOut" = d."leftOut", "faults" = d."faults",
      "data" = case when d."outcome" = 'failed' then i."data" end
    from jsonb_to_recordset(${json(marked)}::jsonb) d("position" int, "outcome" text, "ownId" uuid, "messages" int,
      "notes" int, "leftOut" int, "faults" jsonb)
    where i."companyId" = ${key.companyId} and i."importId" = ${key.id} and i."position" = d."position"`);
}

type Rehearsed = { created: number; updated: number; skipped: number };

/** Says of everything that was read what would become of it. */
export async function rehearseItems(key: Key, system: string): Promise<Rehearsed> {
  const found = await row<Rehearsed>(sql`
    with judged as (
      update history_items i set "data" = null, "ownId" = l."ownId", "outcome" = case
        when l."ownId" is null then 'created'
        when i."kind" = 'contact' or (l."mark" <> '' and l."mark" = i."data"->>'mark') then 'skipped'
        else 'updated' end
      from history_items o left join history_links l on l."companyId" = o."companyId" and l."system" = ${system}
        and l."kind" = o."kind" and l."sourceId" = o."sourceId"
      where i."companyId" = ${key.companyId} and i."importId" = ${key.id} and o."companyId" = i."companyId"
        and o."importId" = i."importId" and o."position" = i."position"
      returning i."outcome")
    select count(*) filter (where "outcome" = 'created')::int as "created",
      count(*) filter (where "outcome" = 'updated')::int as "updated",
      count(*) filter (where "outcome" = 'skipped')::int as "skipped" from judged`);
  return found ?? { created: 0, updated: 0, skipped: 0 };
}

type Place = { companyId: string; system: string; kind: HistoryKind };

export function linksOf({ companyId, system, kind }: Place, sourceIds: readonly string[]): Promise<Link[]> {
  return rows<Link>(sql`
    select "sourceId", "ownId", "upTo"::float8 as "upTo", "mark" from history_links
    where "companyId" = ${companyId} and "system" = ${system} and "kind" = ${kind}
      and "sourceId" = any(${[...sourceIds]}::text[])`);
}

export async function saveLinks({ companyId, system, kind }: Place, links: readonly Link[]): Promise<void> {
  await execute(sql`
    insert into history_links ("companyId", "system", "kind", "sourceId", "ownId", "upTo", "mark")
    select ${companyId}, ${system}, ${kind}, l."sourceId", l."ownId", l."upTo", l."mark"
    from jsonb_to_recordset(${json(links)}::jsonb) l("sourceId" text, "ownId" uuid, "upTo" bigint, "mark" text)
    on conflict ("companyId", "system", "kind", "sourceId")
    do update set "ownId" = excluded."ownId", "upTo" = excluded."upTo", "mark" = excluded."mark"`);
}

export type OutcomeItem = Omit<Marked, "ownId"> & { ownId: string | null; kind: HistoryKind; sourceId: string };

/** Items after `after`, in the order in which they were read. */
export function outcomesAfter(key: Key, after: number, outcome: ImportOutcome | undefined, limit: number) {
  const only: Sql = outcome ? sql` and "outcome" = ${outcome}` : empty;
  return rows<OutcomeItem>(sql`
    select "position", "kind", "sourceId", "outcome", "ownId", "messages", "notes", "leftOut", "faults"
    from history_items where ${ofImport(key)} and "position" > ${after}${only} order by "position" limit ${limit}`);
}
