// SQL because sums of whole days and the facts of the rest are added in one statement, so in one snapshot.
import { empty, join, plannedAnew, raw, rows, type Sql, sql } from "#server/db/sql.ts";
import { type Counted, type Grouping, hourlyMetrics, type Interval, type Metric, timeMetrics } from "./choices.ts";
import { type Filters, matching, ofStates, tagged } from "./conditions.sql.ts";

export type Asked = {
  companyId: string;
  /** ` and ...` on rows `x`: what the reader may read of it; empty: everything. */
  reach: Sql;
  timeZone: string;
  from: Date;
  to: Date;
  interval: Interval;
  filters: Filters;
  /** What is asked for, and by what it is divided; without `by` only in all. */
  metrics: readonly Metric[];
  unanswered: boolean;
  by: Grouping | null;
  hours: readonly Metric[];
  /** Times count only inside opening hours. */
  businessHours: boolean;
  /** Phases of success and of loss, where the report is of them. */
  won: readonly string[];
  lost: readonly string[];
  /** Phases that are none of loss, in their order, where it is asked how many went on. */
  advancing: readonly string[];
};

export type Sum = {
  /** `series` by `at`, `groups` by `key`, `hours` by weekday and hour in `key`; `periods`: each `at` there is. */
  part: "periods" | "series" | "groups" | "hours";
  metric: Counted;
  at: Date | null;
  key: string | null;
  count: number;
  sum: number;
  packed: Buffer | null;
};

const columnOf: Record<Exclude<Grouping, "tag">, Sql> = {
  agent: sql`x."agentId"::text`,
  team: sql`x."teamId"::text`,
  channel: sql`x."channelId"::text`,
  phase: sql`x."phaseId"::text`,
  policy: sql`x."policyId"::text`,
  campaign: sql`x."campaignId"::text`,
  step: sql`x."step"`,
  source: sql`x."source"`,
  reason: sql`x."reason"`,
};

/** The days that the range touches; `good`: added up, nothing has been written since, and all of it is for the reader. */
function daysOf({ companyId, reach, timeZone, from, to, interval }: Asked): Sql {
  return sql`
    select d."day", greatest(d."start", ${from}::timestamptz) as "from", least(d."end", ${to}::timestamptz) as "to",
      ${interval !== "hour" && reach === empty} and d."start" >= ${from}::timestamptz and d."end" <= ${to}::timestamptz
        and d."day" <= coalesce((select f."until" from report_folds f
          where f."companyId" = ${companyId} and f."timeZone" = ${timeZone}), '-infinity')
        and not exists (select from late l where l."at" >= d."start" and l."at" < d."end") as "good"
    from (
      select g::date as "day", g at time zone ${timeZone} as "start",
        (g + interval '1 day') at time zone ${timeZone} as "end"
      from generate_series(date_trunc('day', ${from}::timestamptz at time zone ${timeZone}),
        ${to}::timestamptz at time zone ${timeZone} - interval '1 microsecond', interval '1 day') g) d`;
}

/** Sums and facts as rows of one shape; `tags`: one for each tag, else each once. */
function source(asked: Asked, metrics: readonly Metric[], tags: boolean): Sql {
  const { companyId, filters } = asked;
  const wanted = sql`x."companyId" = ${companyId} and x."metric" = any(${[...metrics]}::text[])`;
  const [sum, packed, value] = asked.businessHours
    ? [
        sql`coalesce(x."openSum", x."sum") as "sum"`,
        sql`coalesce(x."openPacked", x."packed") as "packed"`,
        sql`coalesce(x."openValue", x."value")`,
      ]
    : [sql`x."sum"`, sql`x."packed"`, sql`x."value"`];
  const tag = tags && !filters.tag ? sql`x."tag" <> ''` : sql`x."tag" = ${filters.tag ?? ""}`;
  return sql`
    select x."metric", d."day", null::timestamptz as "at", x."hour", x."tag", x."channelId", x."agentId", x."teamId", x."phaseId",
      x."policyId", x."campaignId", x."step", x."source", x."reason", x."nextPhaseId", x."count"::int8 as "count", ${sum}, ${packed}
    from days d join report_days x on ${wanted} and x."day" = d."day" and ${tag}${matching(filters)}
    where d."good"
    union all
    select x."metric", d."day", x."at", extract(hour from x."at" at time zone ${asked.timeZone})::int2, t."tag",
      x."channelId", x."agentId", x."teamId", x."phaseId", x."policyId", x."campaignId", x."step",
      x."source", x."reason", x."nextPhaseId", 1, ${value},
      case when x."metric" = any(${[...timeMetrics]}::text[]) then int4send(${value}::int4) end
    from days d cross join lateral (select x.* from report_facts x
      where ${wanted} and x."at" >= d."from" and x."at" < d."to"${matching(filters)}${tagged(filters)}${asked.reach} offset 0) x
    cross join lateral ${tags ? sql`unnest(x."tags")` : sql`(values (''))`} t("tag")
    where not d."good"${tags && filters.tag ? sql` and t."tag" = ${filters.tag}` : empty}`;
}

/** Never answered so far: they are no facts, but what is still open. */
function open(asked: Asked, tags: boolean): Sql {
  const { companyId, filters, from, to } = asked;
  const rest = ofStates(filters);
  return sql`
    select 'unanswered', (x."firstNeededAt" at time zone ${asked.timeZone})::date, x."firstNeededAt", null::int2, t."tag",
      x."channelId", x."agentId", x."teamId", x."phaseId", null::uuid, null::uuid, null, null, null,
      null::uuid, 1, 0::numeric, null::bytea
    from report_states x cross join lateral ${tags ? sql`unnest(x."tags")` : sql`(values (''))`} t("tag")
    where x."companyId" = ${companyId} and x."firstNeededAt" >= ${from}::timestamptz
      and x."firstNeededAt" < ${to}::timestamptz${matching(rest)}${tagged(rest)}${asked.reach}`;
}

function everything(asked: Asked, tags: boolean): Sql {
  return asked.unanswered
    ? sql`${source(asked, asked.metrics, tags)} union all ${open(asked, tags)}`
    : source(asked, asked.metrics, tags);
}

function periodOf({ interval, timeZone }: Asked): Sql {
  if (interval === "hour") return sql`date_trunc('hour', x."at", ${timeZone})`;
  return sql`date_trunc(${interval}, x."day"::timestamp) at time zone ${timeZone}`;
}

/** A phase's own entries are counted again as won or lost, and what left it as gone on. */
const hasEnds = ({ won, lost, advancing }: Asked) => won.length + lost.length + advancing.length > 0;

function counted(asked: Asked): Sql {
  return hasEnds(asked) ? sql`m."metric"` : sql`x."metric"`;
}

/** ` and ...`: whether a phase that was left lies before the one that was entered. */
export const wentOn = (advancing: readonly string[]): Sql =>
  sql`array_position(${[...advancing]}::uuid[], x."nextPhaseId") > array_position(${[...advancing]}::uuid[], x."phaseId")`;

function asEnds(asked: Asked): Sql {
  const { won, lost, advancing } = asked;
  if (!hasEnds(asked)) return empty;
  return sql` cross join lateral (select x."metric"
    union all select 'won' where x."metric" = 'phase_entered' and x."phaseId" = any(${[...won]}::uuid[])
    union all select 'lost' where x."metric" = 'phase_entered' and x."phaseId" = any(${[...lost]}::uuid[])
    union all select 'advanced' where x."metric" = 'phase_left' and ${wentOn(advancing)}) m`;
}

const added = sql`sum(x."count")::int8 as "count", sum(x."sum")::float8 as "sum", string_agg(x."packed", '') as "packed"`;

function partsOf(asked: Asked): Sql[] {
  const { by, hours } = asked;
  const metric = counted(asked);
  const periods =
    asked.interval === "hour"
      ? sql`select g as "at" from generate_series(date_trunc('hour', ${asked.from}::timestamptz),
          ${asked.to}::timestamptz - interval '1 microsecond', interval '1 hour') g`
      : sql`select distinct ${periodOf(asked)} as "at" from days x`;
  const parts = [
    sql`select 'periods' as "part", '' as "metric", p."at", null as "key", 0::int8 as "count", 0::float8 as "sum",
      null::bytea as "packed" from (${periods}) p`,
    sql`select 'series', ${metric}, ${periodOf(asked)}, null, ${added} from all_of x${asEnds(asked)} group by 2, 3`,
  ];
  if (by === "tag")
    parts.push(sql`select 'groups', ${metric}, null::timestamptz, x."tag", ${added}
      from (${everything(asked, true)}) x${asEnds(asked)} group by 2, 4`);
  else if (by)
    parts.push(sql`select 'groups', ${metric}, null::timestamptz, ${columnOf[by]}, ${added}
      from all_of x${asEnds(asked)} group by 2, 4`);
  const shown = hours.filter((one) => hourlyMetrics.includes(one));
  if (shown.length > 0)
    parts.push(sql`select 'hours', x."metric", null::timestamptz, extract(isodow from x."day")::text || ' ' || x."hour",
      sum(x."count")::int8, 0::float8, null::bytea
      from all_of x where x."metric" = any(${shown}::text[]) group by 2, 4`);
  return parts;
}

/** All sums of a report. */
export function sumsOf(asked: Asked): Promise<Sum[]> {
  return rows<Sum>(
    plannedAnew(sql`
      with late as materialized (select l."at" from report_late l where l."companyId" = ${asked.companyId}),
      days as materialized (${daysOf(asked)}),
      all_of as ${raw(partsOf(asked).length > 2 ? "materialized" : "")} (${everything(asked, false)})
      ${join(partsOf(asked), " union all ")}`),
  );
}
