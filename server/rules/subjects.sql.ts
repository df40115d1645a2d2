// SQL because a conversation is read with its contact's fields, and the filters of many rules are asked in one statement.

import { conditionOf } from "#server/conversations/clocks/finding.sql.ts";
import type { ListFilters } from "#server/conversations/list/filtering.sql.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { columns, join, plannedAnew, raw, rows, type Sql, sql } from "#server/db/sql.ts";

/** A conversation with what its contact has in fields of the company's own; one that is only claimed has nothing. */
export type Subject = ConversationRow & {
  contactFields: Record<string, unknown>;
  /** No later conversation goes on with the same contact. */
  latest: boolean;
};

const timed = [
  ...([
    "id",
    "status",
    "imported",
    "waitingSince",
    "lastMessageBy",
    "lastMessageAt",
    "lastVisitorSeq",
    "phaseId",
  ] as const),
  ...(["phaseChangedAt", "windowed", "lastVisitorMessageAt", "createdAt", "freeEntryUntil"] as const),
  ...(["customFields", "conversationContext"] as const),
] as const;
/** What tells from when rules by time count in it. */
export type Timed = Pick<Subject, (typeof timed)[number] | "contactFields" | "latest">;

/** Surely its contact's, and not gone into another. */
const theirs = (alias: "c" | "l") =>
  sql`(${raw(alias)}."contactLink" <> 'claimed' and ${raw(alias)}."mergedIntoId" is null)`;

const read = (which: Sql, rest: Sql, chosen: Sql = sql`c.*`) => sql`
  select ${chosen}, coalesce(k."customFields", '{}') as "contactFields",
    k."id" is not null and ${theirs("c")} and not exists (
      select 1 from conversations l where l."companyId" = c."companyId" and l."contactId" = c."contactId"
        and l."id" > c."id" and ${theirs("l")}) as "latest"
  from conversations c left join contacts k on k."companyId" = c."companyId" and k."id" = c."contactId"
    and c."contactLink" <> 'claimed'
  where ${which} ${rest}`;

/** Of a batch of events: rows that are read after every message are narrow. */
export function timedOf(companyId: string, ids: readonly string[]): Promise<Timed[]> {
  const which = sql`c."companyId" = ${companyId} and c."id" = any(${ids}::uuid[])`;
  return rows<Timed>(read(which, sql``, columns(timed, "c")));
}

export function subjectsOf(companyId: string, ids: readonly string[]): Promise<Subject[]> {
  return rows<Subject>(read(sql`c."companyId" = ${companyId} and c."id" = any(${ids}::uuid[])`, sql``));
}

/** Those of these contacts. */
export function subjectsOfContacts(companyId: string, contactIds: readonly string[]): Promise<Subject[]> {
  return rows<Subject>(read(sql`c."companyId" = ${companyId} and c."contactId" = any(${contactIds}::uuid[])`, sql``));
}

/** Of each of these contacts the conversation that goes on: an open one before closed ones, then the latest. */
export async function latestOfContacts(companyId: string, contactIds: readonly string[]): Promise<Map<string, string>> {
  if (contactIds.length === 0) return new Map();
  const found = await rows<{ contactId: string; id: string }>(sql`
    select distinct on (c."contactId") c."contactId", c."id" from conversations c
    where c."companyId" = ${companyId} and c."contactId" = any(${contactIds}::uuid[]) and ${theirs("c")}
    order by c."contactId", c."status" = 'closed', c."id" desc`);
  return new Map(found.map(({ contactId, id }) => [contactId, id]));
}

/** A page of all conversations that are open, or of all, by their key. */
export function subjectsAfter(companyId: string, after: string, open: boolean, take: number): Promise<Subject[]> {
  const which = open ? sql`and c."status" <> 'closed'` : sql``;
  return rows<Subject>(
    read(sql`c."companyId" = ${companyId} and c."id" > ${after}::uuid ${which}`, sql`order by c."id" limit ${take}`),
  );
}

/** Which of these filters each of the conversations passes, by their places. */
export async function passing(
  companyId: string,
  filters: readonly ListFilters[],
  ids: readonly string[],
): Promise<Map<string, readonly boolean[]>> {
  if (filters.length === 0 || ids.length === 0) return new Map();
  const asked = filters.map((one) => sql`(${conditionOf(companyId, one)})`);
  const found = await rows<{ id: string; passes: boolean[] }>(
    plannedAnew(sql`
      select a."conversationId" as "id", array[${join(asked, ", ")}]::boolean[] as "passes"
      from conversation_activity a
      where a."companyId" = ${companyId} and a."conversationId" = any(${ids}::uuid[])`),
  );
  return new Map(found.map(({ id, passes }) => [id, passes]));
}
