// SQL because the due times of many conversations and rules are written in one statement.
import { execute, json, rows, sql } from "#server/db/sql.ts";

/** A rule by time: due so many minutes after the start of its clock, and only from `enabledAt` on. */
export type Timer = { ruleId: string; clock: string; minutes: number; enabledAt: Date };
/** From when the rules of one clock count in a conversation. */
export type Started = { clock: string; conversationId: string; from: Date; anchor: string };
type Due = { ruleId: string; conversationId: string };

/**
 * Stores when these rules are due in these conversations: `starts` are all there are. What was looked at for the same
 * anchor stays so. Most messages move nothing: only what differs is written, for a row that is looked at is cheap and
 * one that is locked is not.
 */
export async function storeDues(
  companyId: string,
  timers: readonly Timer[],
  conversationIds: readonly string[],
  starts: readonly Started[],
): Promise<void> {
  const ruleIds = timers.map(({ ruleId }) => ruleId);
  await execute(sql`
    with timers as materialized (
      select t.* from jsonb_to_recordset(${json(timers)}::jsonb)
        as t("ruleId" uuid, "clock" text, "minutes" int, "enabledAt" timestamptz)
    ), wanted as materialized (
      select t."ruleId", s."conversationId", s."from" + t."minutes" * interval '1 minute' as "dueAt", s."anchor"
      from jsonb_to_recordset(${json(starts)}::jsonb)
        as s("clock" text, "conversationId" uuid, "from" timestamptz, "anchor" text)
      join timers t on t."clock" = s."clock" and s."from" + t."minutes" * interval '1 minute' >= t."enabledAt"
    ), held as materialized (
      select h."ruleId", h."conversationId", h."dueAt", h."anchor" from rule_dues h
      where h."companyId" = ${companyId} and h."conversationId" = any(${conversationIds}::uuid[])
        and h."ruleId" = any(${ruleIds}::uuid[])
    ), gone as (
      delete from rule_dues d using held h where d."companyId" = ${companyId} and d."ruleId" = h."ruleId"
        and d."conversationId" = h."conversationId" and not exists (
          select from wanted w where w."ruleId" = h."ruleId" and w."conversationId" = h."conversationId")
    )
    insert into rule_dues as d ("companyId", "ruleId", "conversationId", "dueAt", "anchor")
    select ${companyId}::uuid, w."ruleId", w."conversationId", w."dueAt", w."anchor" from wanted w
    where not exists (select from held h where h."ruleId" = w."ruleId" and h."conversationId" = w."conversationId"
      and h."dueAt" = w."dueAt" and h."anchor" = w."anchor")
    order by w."ruleId", w."conversationId"
    on conflict ("companyId", "ruleId", "conversationId") do update
      set "dueAt" = excluded."dueAt", "anchor" = excluded."anchor",
        "lookedAt" = case when d."anchor" = excluded."anchor" then d."lookedAt" end
      where d."dueAt" <> excluded."dueAt" or d."anchor" <> excluded."anchor"`);
}

/** What is due, the longest over first; found by a partial index on the time. */
export function dueNow(companyId: string, now: Date, take: number) {
  return rows<Due>(sql`
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
