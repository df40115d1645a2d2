// SQL because sums of whole days and the facts of the rest are added in one statement, so in one snapshot.
import { empty, join, plannedAnew, rows, type Sql, sql } from "#server/db/sql.ts";
import { type Grouping, handMetrics, hourlyMetrics, type Interval, type Metric, timeMetrics } from "./choices.ts";
import { type Packed, type Sums, unpacked } from "./columns/packing.ts";
import { type Filters, matching, ofStates, tagged } from "./conditions.sql.ts";
import { beginningOf } from "./days/midnight.sql.ts";

export type Asked = {
  companyId: string;
  /** Ids of the conversations that the reader may read; undefined: everything. */
  readable: Sql | undefined;
  timeZone: string;
  from: Date;
  to: Date;
  interval: Interval;
  filters: Filters;
  /** What is asked for, and by what it is divided; without `by` only in all. */
  metrics: readonly Metric[];
  unanswered: boolean;
  /** What stands open at the end of each period: counted back from now. */
  open: boolean;
  by: Grouping | null;
  hours: readonly Metric[];
  /** Times count only inside opening hours. */
  businessHours: boolean;
  /** Phases that are none of loss, in their order, where it is asked how many went on. */
  advancing: readonly string[];
};

const columnOf: Record<Grouping, Sql> = {
  agent: sql`x."agentId"`,
  team: sql`x."teamId"`,
  channel: sql`x."channelId"`,
  tag: sql`"tag"`,
  phase: sql`x."phaseId"`,
  policy: sql`x."policyId"`,
  campaign: sql`x."campaignId"`,
  step: sql`x."step"`,
  source: sql`x."source"`,
  reason: sql`x."reason"`,
};
/** What is still open has none of these. */
const ownOfFacts: ReadonlySet<Grouping> = new Set(["phase", "policy", "campaign", "step", "source", "reason"]);
const worded: ReadonlySet<Grouping> = new Set(["tag", "step", "source", "reason"]);

/** The days that the range touches, and where it is counted back from now, those after it, as one period without end. */
function daysOf(asked: Asked): Sql {
  const { from, to, interval, timeZone, open } = asked;
  const period = sql`float8send(extract(epoch from ${periodOf(interval, timeZone, sql`d."day"`)}))`;
  const within = daysIn(asked, sql`${from}::timestamptz`, sql`${to}::timestamptz`, period, interval === "hour");
  if (!open) return sql`select d.*, false as "later" from (${within}) d`;
  const soon = sql`(greatest(now(), ${to}::timestamptz) + interval '1 day')`;
  const after = daysIn(asked, sql`${to}::timestamptz`, soon, never, false);
  return sql`select d.*, false as "later" from (${within}) d union all select d.*, true from (${after}) d
    union all select null, ${soon}, 'infinity', ${never}, false, true`;
}

const never = sql`float8send('infinity'::float8)`;

/** `good`: added up, nothing has been written since, and all of it is for the reader. By the hour, no clock was changed. */
function daysIn({ companyId, readable, timeZone }: Asked, from: Sql, to: Sql, period: Sql, byHour: boolean): Sql {
  return sql`
    select d."day", greatest(d."start", ${from}) as "from", least(d."end", ${to}) as "to", ${period} as "period",
      ${readable === undefined}${byHour ? sql` and d."end" - d."start" = interval '24 hours'` : empty} and d."start" >= ${from} and d."end" <= ${to}
        and d."day" <= coalesce((select f."until" from report_folds f
          where f."companyId" = ${companyId} and f."timeZone" = ${timeZone}), '-infinity')
        and not exists (select from late l where l."at" >= d."start" and l."at" < d."end") as "good"
    from (
      select g::date as "day", ${beginningOf(sql`g`, timeZone)} as "start",
        ${beginningOf(sql`(g + interval '1 day')`, timeZone)} as "end"
      from generate_series(date_trunc('day', ${from} at time zone ${timeZone}),
        ${to} at time zone ${timeZone} - interval '1 microsecond', interval '1 day') g) d`;
}

/** The period of a day, of the days that are not divided by the hour. */
function periodOf(interval: Interval, timeZone: string, day: Sql): Sql {
  const unit = interval === "hour" ? "day" : interval;
  return beginningOf(sql`date_trunc(${unit}, ${day}::timestamp)`, timeZone);
}

/** Which column of which row: of sums, or of facts inside opening hours where it is asked so. */
function columnsOf({ businessHours }: Asked) {
  if (!businessHours)
    return { sum: sql`x."sum"`, hourSums: sql`x."hourSums"`, packed: sql`x."packed"`, value: sql`x."value"` };
  return {
    hourSums: sql`coalesce(x."openHourSums", x."hourSums")`,
    sum: sql`coalesce(x."openSum", x."sum")`,
    packed: sql`coalesce(x."openPacked", x."packed")`,
    value: sql`coalesce(x."openValue", x."value")`,
  };
}

/** After the range, only what it is counted back by. */
const wanted = ({ companyId, metrics, open }: Asked) =>
  sql`x."companyId" = ${companyId} and x."metric" = any(${[...metrics]}::text[])${
    open ? sql` and (not d."later" or x."metric" = any(${[...handMetrics]}::text[]))` : empty
  }`;

/** What left a phase is counted again as gone on. */
const metricIn = ({ advancing }: Asked): Sql => (advancing.length > 0 ? sql`m."metric"` : sql`x."metric"`);

/** Sums of whole days. By tag everything comes once, and once more for each tag. */
function folded(asked: Asked): Sql {
  const { sum, packed } = columnsOf(asked);
  return sql`
    select ${metricIn(asked)} as "metric", d."period", ${keyOf(asked.by, sql`x."tag"`)} as "key", x."count",
      ${sum}::float8 as "sum", ${packed} as "packed"
    from report_days x join days d on d."day" = x."day" and d."good"${
      asked.interval === "hour" ? sql` and d."later"` : empty
    }${asAdvanced(asked)}
    where ${ofGoodDays(asked)}`;
}

/** By the hour, each row of sums comes whole: its day, how many hours it has, and of each how many, their sum and values. */
function foldedHours(asked: Asked): Sql {
  const { hourSums, packed } = columnsOf(asked);
  return sql`
    select 'rows', ${metricIn(asked)}, (${keyOf(asked.by, sql`x."tag"`)})::text, string_agg(d."period", ''),
      string_agg(${hourSums}, ''), string_agg(x."hours", ''), string_agg(int4send(length(x."hours") / 4), ''),
      string_agg(${packed}, '')
    from report_days x join days d on d."day" = x."day" and d."good" and not d."later"${asAdvanced(asked)}
    where ${ofGoodDays(asked)} group by 2, 3`;
}

const ofGoodDays = (asked: Asked): Sql => sql`${wanted(asked)} and x."day" >= (select min("day") from days where "good")
  and x."day" <= (select max("day") from days where "good")${tagsOfSums(asked)}${matching(asked.filters)}`;

/** Facts of the other days. */
const rest = (asked: Asked): Sql => sql`days d cross join lateral (select x.* from report_facts x
  where ${wanted(asked)} and x."at" >= d."from" and x."at" < d."to"${matching(asked.filters)}${tagged(asked.filters)}
  offset 0) x`;

/** ` and ...` on rows `x` of facts or states: found once for all of them. */
const ofReader = ({ readable }: Asked): Sql =>
  readable ? sql` and x."conversationId" in (select s."id" from readable s)` : empty;

function unfolded(asked: Asked): Sql {
  const { by, interval, timeZone } = asked;
  const { value } = columnsOf(asked);
  const period =
    interval === "hour"
      ? sql`case when d."later" then d."period" else float8send(extract(epoch from date_trunc('hour', x."at", ${timeZone}))) end`
      : sql`d."period"`;
  return sql`
    select ${metricIn(asked)}, ${period}, ${keyOf(by, sql`t."tag"`)}, count(*)::int4, sum(${value})::float8,
      string_agg(int4send(${value}::int4), '') filter (where x."metric" = any(${[...timeMetrics]}::text[]))
    from ${rest(asked)} ${tagsOfFacts(asked)}${asAdvanced(asked)} where not d."good"${ofReader(asked)} group by 1, 2, 3`;
}

const keyOf = (by: Grouping | null, tag: Sql): Sql => (by === "tag" ? tag : by ? columnOf[by] : sql`null::text`);

/** ` and ...`: rows of everything, or of one tag; by tag, those of each. */
function tagsOfSums({ by, filters: { tag } }: Asked): Sql {
  if (by !== "tag") return sql` and x."tag" = ${tag ?? ""}`;
  return tag ? sql` and x."tag" = ${tag}` : empty;
}

/** The same of facts and states, which bear all their tags. What has the tag that is asked for is everything, too. */
function tagsOfFacts({ by, filters: { tag } }: Asked): Sql {
  if (by !== "tag") return empty;
  if (tag) return sql`cross join (values (${tag}::text)) t("tag")`;
  return sql`cross join lateral (select '' as "tag" union all select distinct u from unnest(x."tags") u where u <> '') t`;
}

function keyOfStates({ by }: Asked): Sql {
  if (by && ownOfFacts.has(by)) return worded.has(by) ? sql`null::text` : sql`null::uuid`;
  return keyOf(by, sql`t."tag"`);
}

/** Never answered so far: they are no facts, but what is still open. */
function unanswered(asked: Asked): Sql {
  const { companyId, from, to, timeZone, interval } = asked;
  const filters = ofStates(asked.filters);
  const at =
    interval === "hour"
      ? sql`date_trunc('hour', x."firstNeededAt", ${timeZone})`
      : periodOf(interval, timeZone, sql`(x."firstNeededAt" at time zone ${timeZone})::date`);
  return sql`
    select 'unanswered', float8send(extract(epoch from ${at})), ${keyOfStates(asked)}, count(*)::int4, 0, null
    from report_states x ${tagsOfFacts(asked)}
    where x."companyId" = ${companyId} and x."firstNeededAt" >= ${from}::timestamptz
      and x."firstNeededAt" < ${to}::timestamptz${matching(filters)}${tagged(filters)}${ofReader(asked)} group by 2, 3`;
}

/** What stands open now. */
function openNow(asked: Asked): Sql {
  const filters = ofStates(asked.filters);
  return sql`
    select 'open', ${never}, ${keyOfStates(asked)}, count(*)::int4, 0, null from report_states x ${tagsOfFacts(asked)}
    where x."companyId" = ${asked.companyId} and x."open" and x."openSince" is not null${matching(filters)}${tagged(filters)}${ofReader(asked)}
    group by 3`;
}

/** ` and ...`: whether a phase that was left lies before the one that was entered. */
export const wentOn = (advancing: readonly string[]): Sql =>
  sql`array_position(${[...advancing]}::uuid[], x."nextPhaseId") > array_position(${[...advancing]}::uuid[], x."phaseId")`;

function asAdvanced({ advancing }: Asked): Sql {
  if (advancing.length === 0) return empty;
  return sql` cross join lateral (select x."metric"
    union all select 'advanced' where x."metric" = 'phase_left' and ${wentOn(advancing)}) m`;
}

function periodsOf({ interval, from, to, timeZone }: Asked): Sql {
  if (interval !== "hour") return sql`select distinct x."period" as "at" from days x where not x."later"`;
  // Where clocks are set by half an hour, hours begin at another minute from then on.
  return sql`select float8send(extract(epoch from h."at")) as "at" from (
    select distinct date_trunc('hour', g, ${timeZone}) as "at" from generate_series(
      date_trunc('hour', ${from}::timestamptz, ${timeZone}), ${to}::timestamptz - interval '1 microsecond',
      interval '30 minutes') g) h`;
}

/** By the hour of the week: in each sum the hour stands above 24 bits of how many. */
function hoursOf(asked: Asked): Sql {
  const metrics = asked.hours.filter((one) => hourlyMetrics.includes(one));
  const hourly = { ...asked, metrics, by: null };
  const hour = sql`extract(hour from x."at" at time zone ${asked.timeZone})::int`;
  const none = sql`null::bytea, null::bytea, null::bytea, null::bytea`;
  return sql`
    select 'hours', x."metric", extract(isodow from x."day")::text, ${none}, string_agg(x."hours", '')
    from report_days x join days d on d."day" = x."day" and d."good"
    where ${ofGoodDays(hourly)} group by 2, 3
    union all
    select 'hours', x."metric", extract(isodow from d."day")::text, ${none}, string_agg(int4send((${hour} << 24) | 1), '')
    from ${rest(hourly)} where not d."good"${ofReader(asked)} group by 2, 3`;
}

/** All sums of a report, each row of sums and each fact gone through once. */
export async function sumsOf(asked: Asked): Promise<Sums> {
  const parts = [
    folded(asked),
    unfolded(asked),
    ...(asked.unanswered ? [unanswered(asked)] : []),
    ...(asked.open ? [openNow(asked)] : []),
  ];
  const found = await rows<Packed>(
    plannedAnew(sql`
      with late as materialized (select l."at" from report_late l where l."companyId" = ${asked.companyId}),
      ${asked.readable ? sql`readable as materialized (${asked.readable}),` : empty}
      days as materialized (${daysOf(asked)})
      select 'periods' as "part", '' as "metric", null as "key", string_agg(p."at", '') as "at", null::bytea as "sums",
        null::bytea as "counts", null::bytea as "sizes", null::bytea as "values" from (${periodsOf(asked)}) p
      union all
      select 'cells', x."metric", x."key"::text, string_agg(x."period", ''), string_agg(float8send(x."sum"), ''),
        string_agg(int4send(x."count"), ''), string_agg(int4send(coalesce(length(x."packed"), 0) / 4), ''),
        string_agg(x."packed", '')
      from (${join(parts, " union all ")}) x group by 2, 3
      ${asked.interval === "hour" ? sql` union all ${foldedHours(asked)}` : empty}
      ${asked.hours.length > 0 ? sql` union all ${hoursOf(asked)}` : empty}`),
  );
  return unpacked(found);
}
