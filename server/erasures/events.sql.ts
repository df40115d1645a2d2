// SQL because only the system may rewrite events, some hundreds in one statement, under their locks.
import { phoneKeys } from "#server/contacts/identity/phones.ts";
import type { Undone } from "#server/contacts/merged/merged.sql.ts";
import { execute, json, raw, row, rows, type Sql, sql } from "#server/db/sql.ts";
import { inSystemTransaction, systemPool } from "#server/db/system.ts";
import { heldIn, keepHolds } from "#server/retention/access.ts";
import { type Part, scrubbedData, scrubbedId } from "./values.ts";

/** A record that was deleted. */
export type DeletedRecord = {
  companyId: string;
  eventId: string;
  kind: "contact" | "conversation";
  id: string;
  channelId: string | null;
  /** The contact was only replaced by another one of the same person. */
  merged: boolean;
  at: Date;
  /** As the deletion was told of a contact; empty once it is scrubbed. */
  email: string;
  phone: string;
  /** Webhooks have read up to its deletion, so what they will send is rendered already. */
  told: boolean;
};

type Found = Omit<DeletedRecord, "kind" | "id"> & {
  type: string;
  contactId: string | null;
  conversationId: string | null;
};

/** Which record an event says is deleted. */
export async function deletedRecordOf(companyId: string, eventId: string): Promise<DeletedRecord | undefined> {
  const { rows } = await systemPool().query<Found>({
    name: "erasures_event",
    text: `select "companyId", "id" as "eventId", "type", "contactId", "conversationId", "channelId", "createdAt" as "at",
        "operation" = 'contacts.capture' as "merged",
        coalesce("data"->>'email', '') as "email", coalesce("data"->>'phone', '') as "phone",
        coalesce("position" <= (select "position" from webhook_cursor where "id" = 1), false) as "told"
      from events where "companyId" = $1 and "id" = $2`,
    values: [companyId, eventId],
  });
  const [found] = rows;
  if (!found) return undefined;
  const kind = found.type === "contact/deleted" ? "contact" : "conversation";
  const id = kind === "contact" ? found.contactId : found.conversationId;
  return id ? { ...found, kind, id } : undefined;
}

/** Deletions that certificates have long waited for and no job works on: jobs do not move with a company. */
export async function abandonedBy(companyId: string): Promise<string[]> {
  const { rows } = await systemPool().query<{ id: string }>({
    name: "erasures_abandoned",
    text: `select e."id" from erasures r cross join unnest(r."waitingFor") w("id")
        join events e on e."companyId" = r."companyId" and (e."contactId" = w."id" and e."type" = 'contact/deleted'
          or e."conversationId" = w."id" and e."type" = 'conversation/deleted')
      where r."companyId" = $1 and r."finishedAt" is null and r."requestedAt" < now() - interval '10 minutes'
        and not exists (select from graphile_worker.jobs j where j."key" = 'scrub:' || e."id")`,
    values: [companyId],
  });
  return rows.map(({ id }) => id);
}

type Told = {
  id: string;
  type: string;
  actorType: string;
  actorId: string;
  actorName: string;
  data: Record<string, unknown>;
};

/** Small enough that no statement is long and no row stays locked. */
const batchSize = 200;

const conditions = {
  contact: raw(`and ("type" like 'contact/%' or "type" like 'task/%' or "type" = 'conversation/contact')`),
  // A contact's own history stays while the contact does.
  conversation: raw(`and "type" not like 'contact/%'`),
} as const;
const columns = { contact: raw('"contactId"'), conversation: raw('"conversationId"') } as const;

function partOf(kind: DeletedRecord["kind"], type: string): Part {
  return kind === "contact" && type === "conversation/contact" ? "contact" : "all";
}

function scrubbedEvent({ id, actorType, actorId, actorName, data }: Told, part: Part) {
  const own = actorType === "visitor" && part === "all";
  return {
    id,
    data: scrubbedData(data, part),
    actorId: own ? scrubbedId(actorId) : actorId,
    actorName: own ? "" : actorName,
  };
}

export type Batch = { last: string | undefined; ids: Record<Part, string[]> };

/**
 * Scrubs the next events of the record after the id `after`. Only the system may rewrite events: the application's role
 * can add events, and never change one. A contact and its conversation may be erased at the same
 * time, and share events: each reads them under their locks.
 */
export function scrubEvents({ companyId, kind, id }: DeletedRecord, after: string): Promise<Batch> {
  return scrubNext(companyId, sql`${columns[kind]} = ${id} ${conditions[kind]}`, kind, after);
}

/** The same of what was told of the contact that they had gone into, as long as they were in it. */
export function scrubUndone(companyId: string, merge: Undone, after: string): Promise<Batch> {
  const { id, winnerId, createdAt, undoneAt } = merge;
  const told = sql`"contactId" = ${winnerId}::uuid ${conditions.contact}
    and ("createdAt" between ${createdAt} and ${undoneAt} or "data"->>'mergeId' = ${id})`;
  return scrubNext(companyId, told, "contact", after);
}

function scrubNext(companyId: string, which: Sql, kind: DeletedRecord["kind"], after: string): Promise<Batch> {
  return inSystemTransaction(companyId, async () => {
    const found = await rows<Told>(sql`
      select "id", "type", "actorType", "actorId", "actorName", "data" from events
      where "companyId" = ${companyId} and ${which} and "id" > ${after} order by "id" limit ${batchSize} for update`);
    const ids: Batch["ids"] = { all: [], contact: [] };
    for (const event of found) ids[partOf(kind, event.type)].push(event.id);
    if (found.length > 0)
      await write(
        companyId,
        found.map((event) => scrubbedEvent(event, partOf(kind, event.type))),
      );
    return { last: found.length < batchSize ? undefined : found.at(-1)?.id, ids };
  });
}

/** Ids between which events are looked at, and whose are left as they are. */
export type Old = {
  companyId: string;
  after: string;
  before: string;
  held: { contactIds: readonly string[]; conversationIds: readonly string[] };
};

const aboutPeople = ({ companyId, after, before, held }: Old) => sql`
  "companyId" = ${companyId} and "id" > ${after}::uuid and "id" < ${before}::uuid
    and ("contactId" is not null or "conversationId" is not null)
    and coalesce("contactId" <> all(${[...held.contactIds]}::uuid[]), true)
    and coalesce("conversationId" <> all(${[...held.conversationIds]}::uuid[]), true)`;

/** Takes people out of the next old events (server/retention). Returns the last that was looked at; none: that was all. */
export async function scrubOldEvents(span: Omit<Old, "held">): Promise<{ last: string | undefined; scrubbed: number }> {
  return inSystemTransaction(span.companyId, async () => {
    await keepHolds(span.companyId);
    const held = await heldIn(span.companyId);
    if (held.everything) return { last: undefined, scrubbed: 0 };
    const old = { ...span, held };
    const found = await rows<Told>(sql`
      select "id", "type", "actorType", "actorId", "actorName", "data" from events
      where ${aboutPeople(old)} order by "id" limit ${batchSize} for update`);
    const scrubbed =
      found.length > 0
        ? await write(
            old.companyId,
            found.map((event) => scrubbedEvent(event, "all")),
          )
        : 0;
    return { last: found.at(-1)?.id, scrubbed };
  });
}

/** How many events would be looked at. */
export async function countOldEvents(old: Old): Promise<number> {
  const found = await row<{ count: number }>(
    sql`select count(*)::int as "count" from events where ${aboutPeople(old)}`,
  );
  return found?.count ?? 0;
}

function write(companyId: string, events: readonly ReturnType<typeof scrubbedEvent>[]): Promise<number> {
  return execute(sql`
    update events e set "data" = f."data", "actorId" = f."actorId", "actorName" = f."actorName"
    from jsonb_to_recordset(${json(events)}::jsonb) as f("id" uuid, "data" jsonb, "actorId" text, "actorName" text)
    where e."companyId" = ${companyId} and e."id" = f."id"
      and (e."data", e."actorId", e."actorName") is distinct from (f."data", f."actorId", f."actorName")`);
}

/** Long enough to mean one person, and none of our own. */
export const isPlatformId = (id: string) => id.length > 4 && scrubbedId(id) === "";

/**
 * The platforms' ids of a conversation's visitor, read from its events before they are scrubbed: what they wrote as, and
 * the number that they were written to at.
 */
export async function platformIdsOf({ companyId, id }: DeletedRecord): Promise<string[]> {
  const { rows } = await systemPool().query<{ id: string | null; phone: string | null }>({
    name: "erasures_platform_ids",
    text: `select distinct case when "data" #>> '{message,sender,type}' = 'visitor' then "data" #>> '{message,sender,id}' end as "id",
        "data" ->> 'visitorPhone' as "phone" from events
      where "companyId" = $1 and "conversationId" = $2 and "type" like 'conversation/%'`,
    values: [companyId, id],
  });
  const found = rows.flatMap((row) => [row.id ?? "", ...phoneKeys(row.phone ?? "")]);
  return [...new Set(found)].filter(isPlatformId);
}
