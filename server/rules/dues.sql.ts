// SQL because the due times of many conversations and rules are written in one statement.
import { execute, json, rows, sql } from "#server/db/sql.ts";

export type Due = { ruleId: string; conversationId: string; dueAt: Date; anchor: string };

/**
 * Stores when these rules are due in these conversations: `dues` are all there are. What was looked at for the same
 * anchor stays so.
 */
export async function storeDues(
  companyId: string,
  ruleIds: readonly string[],
  conversationIds: readonly string[],
  dues: readonly Due[],
): Promise<void> {
  const wanted = json(dues.map((due) => ({ ...due, dueAt: due.dueAt.toISOString() })));
  await execute(sql`
    with wanted as materialized (
      select w."ruleId", w."conversationId", w."dueAt", w."anchor" from jsonb_to_recordset(${wanted}::jsonb)
        as w("ruleId" uuid, "conversationId" uuid, "dueAt" timestamptz, "anchor" text)
    ), gone as (
      delete from rule_dues d where d."companyId" = ${companyId} and d."conversationId" = any(${conversationIds}::uuid[])
        and d."ruleId" = any(${ruleIds}::uuid[]) and not exists (
          select from wanted w where w."ruleId" = d."ruleId" and w."conversationId" = d."conversationId")
    )
    insert into rule_dues as d ("companyId", "ruleId", "conversationId", "dueAt", "anchor")
    select ${companyId}::uuid, w."ruleId", w."conversationId", w."dueAt", w."anchor" from wanted w
    order by w."ruleId", w."conversationId"
    on conflict ("companyId", "ruleId", "conversationId") do update
      set "dueAt" = excluded."dueAt", "anchor" = excluded."anchor",
        "lookedAt" = case when d."anchor" = excluded."anchor" then d."lookedAt" end
      where d."dueAt" <> excluded."dueAt" or d."anchor" <> excluded."anchor"`);
}

/** What is due, the longest over first; found by a partial index on the time. */
export function dueNow(companyId: string, now: Date, take: number) {
  return rows<Pick<Due, "ruleId" | "conversationId">>(sql`
    select "ruleId", "conversationId" from rule_dues
    where "companyId" = ${companyId} and "lookedAt" is null and "dueAt" <= ${now} order by "dueAt" limit ${take}`);
}

/** Marks it as looked at; false where it was, or is due no more. */
export async function lookAtDue(
  companyId: string,
  ruleId: string,
  conversationId: string,
  now: Date,
): Promise<boolean> {
  const marked = await execute(sql`
    update rule_dues set "lookedAt" = ${now} where "companyId" = ${companyId} and "ruleId" = ${ruleId}
      and "conversationId" = ${conversationId} and "lookedAt" is null and "dueAt" <= ${now}`);
  return marked > 0;
}
