// SQL because conditions are those of the lists, and what is due or runs by a level is found by partial indexes.
import { now } from "#server/base/clock.ts";
import { row as firstRow, join, rows, type Sql, sql } from "#server/db/sql.ts";
import { customConditions, type Kept } from "#server/fields/conditions.sql.ts";
import { all, held, type ListFilters, selectionOf } from "../list/filtering.sql.ts";

type Conversation = { companyId: string; id: string };

/** What lists find by an index is asked of the one row here. */
const ownValues: Kept = {
  values: sql`h."customFields"`,
  holding: (wanted) => held(sql`h."customFields" @> any(${[...wanted]}::jsonb[])`),
  where: held,
};

const wasBreached = held(sql`h."sla" @> '{"clocks": [{"breached": true}]}'`);

function clockConditions({ sla }: ListFilters): Sql[] {
  if (sla === "breached") return [sql`(a."slaDueAt" <= ${now()} or ${wasBreached})`];
  return sla === "none" ? [sql`a."slaDueAt" is null`, sql`not ${wasBreached}`] : [];
}

/** Whether the row `a` passes. A tag that leads a list's scan is asked for like the others here. */
export function conditionOf(companyId: string, { tags, customFields, sla, ...filters }: ListFilters): Sql {
  const running = sla === "running" ? { sla } : {};
  const conditions = [
    ...selectionOf(companyId, { ...filters, ...running }).conditions,
    ...clockConditions({ sla }),
    ...customConditions(ownValues, customFields),
  ];
  if (!tags?.length) return all(conditions);
  const tagged = sql`exists (select 1 from conversation_tags g where g."companyId" = a."companyId"
    and g."conversationId" = a."conversationId" and g."tag" = any(${tags}::text[]))`;
  return all([...conditions, tagged]);
}

/** Which of these filters the conversation passes as it stands, by their places, in one statement. */
export async function passingFilters(of: Conversation, filters: readonly ListFilters[]): Promise<readonly boolean[]> {
  if (filters.length === 0) return [];
  const asked = filters.map((one) => sql`(${conditionOf(of.companyId, one)})`);
  const found = await firstRow<{ passes: boolean[] }>(sql`
    select array[${join(asked, ", ")}]::boolean[] as "passes" from conversation_activity a
    where a."companyId" = ${of.companyId} and a."conversationId" = ${of.id}`);
  return found?.passes ?? [];
}

/** Conversations that run by a service level, in the order of their ids. */
export async function nextUnder(companyId: string, policyId: string, after: string, most: number): Promise<string[]> {
  const found = await rows<{ id: string }>(sql`
    select c."id" from conversations c where c."companyId" = ${companyId} and c."slaPolicyId" = ${policyId}::uuid
      and c."id" > ${after}::uuid order by c."id" limit ${most}`);
  return found.map(({ id }) => id);
}

/** Conversations of which something is to be told by now, the longest due first. */
export async function dueBy(companyId: string, now: Date, most: number): Promise<string[]> {
  const found = await rows<{ id: string }>(sql`
    select a."conversationId" as "id" from conversation_activity a
    where a."companyId" = ${companyId} and a."slaNextAt" <= ${now} order by a."slaNextAt" limit ${most}`);
  return found.map(({ id }) => id);
}
