// SQL because days are added up by the database, in one statement each.
import type { ReportFold } from "#server/db/generated/client.ts";
import { execute, raw, row, rows, sql } from "#server/db/sql.ts";
import { metrics, timeMetrics } from "../choices.ts";
import { beginningOf } from "./midnight.sql.ts";

/** How far the company has been added up; held, so that nobody else adds. */
export async function lockFold(companyId: string, timeZone: string): Promise<Pick<ReportFold, "timeZone" | "until">> {
  await execute(sql`
    insert into report_folds ("companyId", "timeZone") values (${companyId}, ${timeZone}) on conflict do nothing`);
  const found = await row<Pick<ReportFold, "timeZone" | "until">>(sql`
    select "timeZone", "until" from report_folds where "companyId" = ${companyId} for update`);
  return found ?? { timeZone, until: null };
}

/** Another time zone has other days: all are added up anew. */
export async function beginAnew(companyId: string, timeZone: string): Promise<void> {
  await execute(sql`delete from report_days where "companyId" = ${companyId}`);
  await execute(sql`
    update report_folds set "timeZone" = ${timeZone}, "until" = null where "companyId" = ${companyId}`);
}

/** Takes the notes of what came late; their days, as they are called there. */
export async function takeLate(companyId: string, timeZone: string): Promise<string[]> {
  const found = await rows<{ day: string }>(sql`
    with taken as (delete from report_late where "companyId" = ${companyId} returning "at")
    select distinct (("at" at time zone ${timeZone})::date)::text as "day" from taken order by 1`);
  return found.map(({ day }) => day);
}

/** The days after the last one until the last that has ended: at most so many. */
export async function nextDays(companyId: string, timeZone: string, ended: Date, most: number): Promise<string[]> {
  const found = await rows<{ day: string }>(sql`
    select g::date::text as "day" from generate_series(
      coalesce((select "until" + 1 from report_folds where "companyId" = ${companyId}),
        (select min(f."at" at time zone ${timeZone})::date from report_facts f where f."companyId" = ${companyId}))::timestamp,
      (${ended}::timestamptz at time zone ${timeZone})::date - 1, interval '1 day') g limit ${most}`);
  return found.map(({ day }) => day);
}

export async function noteUntil(companyId: string, until: string): Promise<void> {
  await execute(sql`
    update report_folds set "until" = greatest("until", ${until}::date) where "companyId" = ${companyId}`);
}

/** By what days are divided; hours lie beside, in their order: each above 24 bits of how many, its sum, its values. */
const dimensions = raw(
  ["channelId", "agentId", "teamId", "phaseId", "policyId", "campaignId", "step", "source", "reason", "nextPhaseId"]
    .map((name) => `"${name}"`)
    .join(", "),
);

/** Writes the sums of a day in place of those that are there. */
export async function foldDay(companyId: string, timeZone: string, day: string): Promise<void> {
  await execute(sql`delete from report_days where "companyId" = ${companyId} and "day" = ${day}::date`);
  const ofTimes = sql`f."metric" = any(${[...timeMetrics]}::text[])`;
  await execute(sql`
    insert into report_days ("companyId", "day", "tag", "metric", ${dimensions}, "hours",
      "hourSums", "openHourSums", "count", "sum", "packed", "openSum", "openPacked")
    select ${companyId}::uuid, ${day}::date, x."tag", x."metric", ${dimensions},
      string_agg(int4send((x."hour" << 24) | x."count"), '' order by x."hour"),
      string_agg(float8send(x."sum"::float8), '' order by x."hour"),
      case when count(x."openSum") > 0 then string_agg(float8send(coalesce(x."openSum", x."sum")::float8), '' order by x."hour") end,
      sum(x."count"), sum(x."sum"), string_agg(x."packed", '' order by x."hour"),
      case when count(x."openSum") > 0 then sum(coalesce(x."openSum", x."sum")) end,
      case when count(x."openSum") > 0 then string_agg(coalesce(x."openPacked", x."packed"), '' order by x."hour") end
    from (
      select t."tag", f."metric", ${dimensions},
        extract(hour from f."at" at time zone ${timeZone})::int as "hour",
        count(*)::int as "count", sum(f."value") as "sum",
        case when ${ofTimes} then string_agg(int4send(f."value"::int4), '') end as "packed",
        case when count(f."openValue") > 0 then sum(coalesce(f."openValue", f."value")) end as "openSum",
        case when ${ofTimes} and count(f."openValue") > 0
          then string_agg(int4send(coalesce(f."openValue", f."value")::int4), '') end as "openPacked"
      from report_facts f
      cross join lateral (select '' as "tag" union all select distinct u from unnest(f."tags") u where u <> '') t
      where f."companyId" = ${companyId} and f."metric" = any(${[...metrics]}::text[])
        and f."at" >= ${beginningOf(sql`${day}::timestamp`, timeZone)}
        and f."at" < ${beginningOf(sql`(${day}::timestamp + interval '1 day')`, timeZone)}
      group by t."tag", f."metric", ${dimensions}, "hour") x
    group by x."tag", x."metric", ${dimensions} order by x."tag", x."metric"`);
}

/** Since when all is to be measured anew, as text: for a company without sums, since now. Null: it is measured. */
export async function staleSince(companyId: string, timeZone: string): Promise<string | null> {
  await execute(sql`
    insert into report_folds ("companyId", "timeZone", "staleAt") values (${companyId}, ${timeZone}, clock_timestamp())
    on conflict do nothing`);
  const found = await row<{ since: string | null }>(sql`
    select "staleAt"::text as "since" from report_folds where "companyId" = ${companyId}`);
  return found?.since ?? null;
}

/** All was measured anew, unless something has called for it again meanwhile. */
export async function noteMeasured(companyId: string, since: string): Promise<void> {
  await execute(sql`
    update report_folds set "staleAt" = null
    where "companyId" = ${companyId} and "staleAt" = ${since}::timestamptz`);
}
