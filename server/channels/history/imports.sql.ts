// SQL because the past comes in parts of any order: each is merged with what came before, and counted.
import type { ChannelImport, ImportItem, MessageLink } from "#server/db/generated/client.ts";
import { columns, execute, json, row, rows, sql } from "#server/db/sql.ts";

type On = { companyId: string; channelId: string };

const told = [
  ...(["state", "progress", "messages", "contacts", "code", "error"] as const),
  ...(["startedAt", "heardAt", "finishedAt"] as const),
] satisfies (keyof ChannelImport)[];

type Progress = Pick<ChannelImport, (typeof told)[number]> & { waiting: number; failed: number };

export function findImport({ companyId, channelId }: On): Promise<Progress | undefined> {
  const items = sql`select count(*) from import_items t where t."companyId" = i."companyId"
    and t."channelId" = i."channelId"`;
  return row<Progress>(sql`
    select ${columns(told, "i")}, (${items} and t."error" is null) as "waiting",
      (${items} and t."error" is not null) as "failed"
    from channel_imports i where i."companyId" = ${companyId} and i."channelId" = ${channelId}`);
}

/** Whether something of it is to be written now. */
export async function isImportDue({ companyId, channelId }: On): Promise<boolean> {
  const due = await row(sql`
    select 1 from channel_imports where "companyId" = ${companyId} and "channelId" = ${channelId} and "dueAt" <= now()`);
  return due !== undefined;
}

/** What is left of it, the import itself held. */
export async function lockLeft({ companyId, channelId }: On) {
  const own = sql`"companyId" = ${companyId} and "channelId" = ${channelId}`;
  await execute(sql`select 1 from channel_imports where ${own} for update`);
  return row<{ waiting: number; failed: number; error: ImportItem["error"] }>(sql`
    select count(*) filter (where "error" is null) as "waiting", count(*) filter (where "error" is not null) as "failed",
      min("error") as "error" from import_items where ${own}`);
}

/** Nothing waits any more; `error` null: nothing failed. */
export async function writeSettled({ companyId, channelId }: On, error: string | null, now: Date): Promise<void> {
  const failed = error !== null;
  await execute(sql`
    update channel_imports set "dueAt" = null, "error" = case when ${failed}::boolean then ${error ?? ""} else "error" end,
      "state" = case when "state" = 'declined' then "state" when ${failed}::boolean then 'failed'
        when "state" = 'reading' and coalesce("progress", 100) >= 100 then 'done' else "state" end,
      "finishedAt" = case when coalesce("progress", 100) >= 100 then ${now}::timestamptz end
    where "companyId" = ${companyId} and "channelId" = ${channelId}`);
}

type Part = {
  state: ChannelImport["state"];
  progress: number | null;
  refusal: { code: number; reason: string } | null;
  /** Only people, no message and no word of how far it is. */
  pastOnly: boolean;
  due: Date | null;
  /** When it is due once all has come. */
  settled: Date;
};

/** The progress after a part. A part without progress changes nothing. */
export async function notePart({ companyId, channelId }: On, part: Part, now: Date): Promise<void> {
  const { state, progress, refusal, pastOnly, due, settled } = part;
  await execute(sql`
    insert into channel_imports as i ("companyId", "channelId", "state", "progress", "code", "error", "startedAt", "heardAt", "dueAt")
    values (${companyId}, ${channelId}, ${state}, ${progress}, ${refusal?.code ?? null}, ${refusal?.reason ?? ""},
      ${now}, ${now}, ${due})
    on conflict ("companyId", "channelId") do update set
      "state" = case when ${pastOnly}::boolean and i."state" = 'declined' then i."state" else excluded."state" end,
      "progress" = case when excluded."progress" is null then i."progress"
        when i."state" in ('waiting', 'reading') then greatest(i."progress", excluded."progress") else excluded."progress" end,
      "code" = case when ${pastOnly}::boolean then i."code" else excluded."code" end,
      "error" = case when ${pastOnly}::boolean then i."error" else excluded."error" end,
      "startedAt" = coalesce(i."startedAt", excluded."startedAt"), "heardAt" = excluded."heardAt", "finishedAt" = null,
      "dueAt" = case when ${pastOnly}::boolean then coalesce(i."dueAt", excluded."dueAt")
        when i."progress" >= 100 and excluded."dueAt" is not null then ${settled}::timestamptz
        else coalesce(excluded."dueAt", i."dueAt") end`);
}

type Record = { key: string; at: string; data: object };

/** What was written already is not written again; a file takes the place of what stood for it. */
export async function stageMessages(
  { companyId, channelId }: On,
  messages: readonly (Record & { person: string })[],
  placeholder: string,
): Promise<void> {
  await execute(sql`
    insert into import_items ("companyId", "channelId", "kind", "key", "person", "at", "data")
    select distinct on (r."key") ${companyId}::uuid, ${channelId}::uuid, 'message', r."key", r."person", r."at", r."data"
    from jsonb_to_recordset(${json(messages)}::jsonb) as r("key" text, "person" text, "at" timestamptz, "data" jsonb)
    where not exists (select from message_links l where l."companyId" = ${companyId}::uuid
      and l."channelId" = ${channelId}::uuid and l."externalId" = r."key")
    order by r."key", r."data"->'content'->'extra'->>'what' is not distinct from ${placeholder}
    on conflict ("companyId", "channelId", "kind", "key") do update
      set "data" = jsonb_set(import_items."data", '{content}', excluded."data"->'content')
      where import_items."data"->'content'->'extra'->>'what' = ${placeholder}
        and excluded."data"->'content'->'extra'->>'what' is distinct from ${placeholder}`);
}

/** The newest entry of each number counts. */
export async function stageContacts({ companyId, channelId }: On, contacts: readonly Record[]): Promise<void> {
  await execute(sql`
    insert into import_items ("companyId", "channelId", "kind", "key", "person", "at", "data")
    select distinct on (r."key") ${companyId}::uuid, ${channelId}::uuid, 'contact', r."key", r."key", r."at", r."data"
    from jsonb_to_recordset(${json(contacts)}::jsonb) as r("key" text, "at" timestamptz, "data" jsonb)
    order by r."key", r."at" desc
    on conflict ("companyId", "channelId", "kind", "key") do update
      set "data" = excluded."data", "at" = excluded."at", "error" = null`);
}

/** Of these ids of the platform, those whose messages exist. */
export function findWritten({ companyId, channelId }: On, keys: readonly string[]) {
  return rows<Pick<MessageLink, "externalId" | "messageId" | "conversationId">>(sql`
    select "externalId", "messageId", "conversationId" from message_links where "companyId" = ${companyId}
      and "channelId" = ${channelId} and "externalId" = any(${keys}::text[])`);
}

export type Item = Pick<ImportItem, "key" | "at" | "data">;

/** The next of one person, the oldest first; held. */
export function lockItems({ companyId, channelId }: On, of: Pick<ImportItem, "kind" | "person">, limit: number) {
  return rows<Item>(sql`
    select "key", "at", "data" from import_items where "companyId" = ${companyId} and "channelId" = ${channelId}
      and "kind" = ${of.kind} and "person" = ${of.person} and "error" is null order by "at", "key" limit ${limit}
    for update`);
}

type Some = Pick<ImportItem, "kind"> & { keys: readonly string[] };

/** They are written. */
export async function deleteItems({ companyId, channelId }: On, { kind, keys }: Some): Promise<void> {
  await execute(sql`
    delete from import_items where "companyId" = ${companyId} and "channelId" = ${channelId} and "kind" = ${kind}
      and "key" = any(${keys}::text[])`);
}

/** They cannot be written. */
export async function setItemsAside({ companyId, channelId }: On, { kind, keys }: Some, error: string): Promise<void> {
  await execute(sql`
    update import_items set "error" = ${error} where "companyId" = ${companyId} and "channelId" = ${channelId}
      and "kind" = ${kind} and "key" = any(${keys}::text[])`);
}
