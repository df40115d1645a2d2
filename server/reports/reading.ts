import { z } from "zod";
import { defaultCalendar } from "#server/calendars/access.ts";
import { campaignNames } from "#server/campaigns/access.ts";
import { labelsOfAll } from "#server/channels/access.ts";
import { settingsOf, storedSettings } from "#server/companies/access.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { phasesOf } from "#server/phases/access.ts";
import { namesOfAll } from "#server/sla/access.ts";
import { listTeamNames } from "#server/teams/listing.ts";
import { namesOf } from "#server/users/listing.sql.ts";
import {
  type Counted,
  definitionOf,
  type FigureName,
  figureNames,
  figuresBy,
  type Grouping,
  handMetrics,
  isParted,
  type Metric,
  metrics,
  type ReportName,
  reportNames,
  reportOf,
} from "./choices.ts";
import { type Amounts, added, addedByPeriod, withOpen } from "./columns/adding.ts";
import type { Column, Sums } from "./columns/packing.ts";
import type { Filters } from "./conditions.sql.ts";
import { percentiles } from "./percentiles.ts";
import { knownReport, rangeOf } from "./periods.ts";
import { isNarrowed, requireReach } from "./reach.sql.ts";
import { readableIds } from "./readable.sql.ts";
import { definitionsSchema, type Figure, type FigureDefinition, reportInput, reportSchema } from "./schema.ts";
import { type Asked, sumsOf } from "./sums.sql.ts";

export function definitionsOf(names: readonly FigureName[]): FigureDefinition[] {
  return names.map((name) => {
    const { unit, text } = definitionOf(name);
    const shownIn = reportNames.filter((report) => reportOf(report).figures.includes(name));
    return { name, unit, description: text, reports: shownIn };
  });
}

/** GET /v1/reports/definitions */
export const readDefinitions = query({
  name: "reports.definitions",
  access: "reports_read",
  input: z.object({}),
  output: definitionsSchema,
  example: () => ({}),
  run: async () => ({ definitions: definitionsOf(figureNames) }),
});

/** What the figures are counted from. */
export function countedFor(names: readonly FigureName[]) {
  const all = new Set<Counted>(names.flatMap((name) => [definitionOf(name).of, ...(definitionOf(name).per ?? [])]));
  if (all.has("advanced")) all.add("phase_left");
  const open = all.has("open");
  if (open) for (const one of handMetrics) all.add(one);
  const known = metrics.filter((one): one is Metric => all.has(one));
  return { metrics: known, unanswered: all.has("unanswered"), open };
}

export async function companyZone(actor: Actor): Promise<string> {
  return settingsOf(await storedSettings(actor)).timeZone;
}

/** The phases along which conversations go on, for reports of them. */
export async function advancingIn(actor: Actor, names: readonly FigureName[]): Promise<string[]> {
  if (!names.some((name) => definitionOf(name).of === "advanced")) return [];
  return (await phasesOf(actor)).filter(({ type }) => type !== "lost").map(({ id }) => id);
}

/** One figure from the sums of what it is made of. */
function figureOf(name: FigureName, amounts: Amounts): Figure {
  const { of, per = [], unit, weighed } = definitionOf(name);
  const { count, sum, values } = amounts.get(of) ?? { count: 0, sum: 0, values: [] };
  const nothing = { mean: null, median: null, p90: null };
  if (unit === "count") return { name, value: count, count, ...nothing };
  if (unit === "amount") return { name, value: Math.round(sum * 100) / 100, count, ...nothing };
  if (unit === "duration") return { name, value: sum, count, ...nothing };
  if (unit === "share") {
    const all = per.flatMap((metric) => amounts.get(metric) ?? []);
    const whole = all.reduce((size, one) => size + (weighed ? one.sum : one.count), 0);
    return { name, value: whole === 0 ? null : (weighed ? sum : count) / whole, count, ...nothing };
  }
  if (unit === "score") return { name, value: count === 0 ? null : sum / count, count, ...nothing };
  const [median = null, p90 = null] = percentiles(values, [0.5, 0.9]);
  return { name, value: median, count, mean: count === 0 ? null : sum / count, median, p90 };
}

const figuresOf = (names: readonly FigureName[], amounts: Amounts): Figure[] =>
  names.map((name) => figureOf(name, amounts));

/** A tag, a step, a source and a reason are called as they are. */
const isNamedByItself = (grouping: Grouping) =>
  grouping === "tag" || grouping === "step" || grouping === "source" || grouping === "reason";

/** In their order; after them those that were deleted, by what they were called last. */
async function phaseNames(actor: Actor): Promise<Map<string, string>> {
  const kept = await prisma.reportPhase.findMany({
    where: { companyId: actor.companyId },
    orderBy: { since: "asc" },
    select: { phaseId: true, name: true },
  });
  const known = (await phasesOf(actor)).map(({ id, name }) => [id, name] as const);
  return new Map([...known, ...kept.map(({ phaseId, name }) => [phaseId, name] as const), ...known]);
}

/** Those that were deleted by what they were called last; a company that came from a file of before has kept no names yet. */
async function teamNames({ companyId }: Actor): Promise<Map<string, string>> {
  const kept = await prisma.reportTeam.findMany({ where: { companyId }, select: { teamId: true, name: true } });
  const known = await listTeamNames.execute(systemActor(companyId), {});
  return new Map([
    ...kept.map(({ teamId, name }) => [teamId, name] as const),
    ...known.map(({ id, name }) => [id, name] as const),
  ]);
}

/** Also of what was deleted: it was in what is told of it. */
export async function namesFor(
  actor: Actor,
  grouping: Grouping,
  ids: readonly string[] = [],
): Promise<Map<string, string>> {
  if (isNamedByItself(grouping)) return new Map();
  if (grouping === "agent") return new Map((await namesOf(actor.companyId)).map(({ id, name }) => [id, name]));
  if (grouping === "team") return teamNames(actor);
  if (grouping === "campaign") {
    const asked = ids.filter((id) => id !== "");
    return new Map((await campaignNames(actor, asked)).map(({ id, name }) => [id, name]));
  }
  if (grouping === "policy") return new Map((await namesOfAll(actor)).map(({ id, name }) => [id, name]));
  if (grouping === "phase") return phaseNames(actor);
  return new Map((await labelsOfAll(actor)).map(({ id, label }) => [id, label]));
}

const idOf = ({ key }: Pick<Column, "key">) => key ?? "";

async function groupsOf(
  actor: Actor,
  grouping: Grouping,
  names: readonly FigureName[],
  { columns, open }: Pick<Sums, "columns" | "open">,
) {
  const parted = (metric: Counted) => isParted(grouping, metric);
  // Of tags the empty one is everything.
  const isGroup = (one: Pick<Column, "key">) => grouping !== "tag" || one.key !== "";
  const told = columns.filter((one) => isGroup(one) && parted(one.metric));
  const found = Map.groupBy(told, idOf);
  const standing = Map.groupBy(
    open.last.filter((one) => isGroup(one) && parted("open")),
    idOf,
  );
  const ids = [...new Set([...found.keys(), ...standing.keys()])];
  const known = await namesFor(actor, grouping, ids);
  const groups = ids.map((id) => {
    const name = isNamedByItself(grouping) ? id : (known.get(id) ?? "");
    const amounts = withOpen(added(found.get(id) ?? []), standing.get(id) ?? []);
    return { by: grouping, id, name, figures: figuresOf(names, amounts) };
  });
  const placeOf = grouping === "phase" ? [...known.keys()] : [];
  return groups.sort(
    (a, b) =>
      placeOf.indexOf(a.id) - placeOf.indexOf(b.id) ||
      (b.figures[0]?.count ?? 0) - (a.figures[0]?.count ?? 0) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** By tag, what is everything comes beside what each tag has of it. */
const isWhole = ({ by: grouping, filters }: Asked, { key }: Pick<Column, "key">) =>
  grouping !== "tag" || key === (filters.tag ?? "");

type Wanted = {
  from?: Date | undefined;
  to?: Date | undefined;
  interval: Asked["interval"];
  by?: Grouping | undefined;
  businessHours: boolean;
} & Filters;

async function askedOf(actor: Actor, name: ReportName, wanted: Wanted, now: Date): Promise<Asked> {
  const { figures, by: usual, hours = [] } = reportOf(name);
  const { from, to, interval, by: grouping = usual, businessHours, ...filters } = wanted;
  return {
    companyId: actor.companyId,
    readable: readableIds(actor),
    timeZone: await companyZone(actor),
    ...rangeOf({ from, to }, interval, now),
    interval,
    filters,
    ...countedFor(figures),
    by: grouping,
    hours,
    businessHours,
    advancing: await advancingIn(actor, figures),
  };
}

/** GET /v1/reports/{name} */
export const readReport = query({
  name: "reports.read",
  access: "reports_read",
  input: reportInput,
  output: reportSchema,
  example: () => ({ name: "conversations", from: "2026-11-01", to: "2026-11-30", interval: "week" as const }),
  async run({ actor, input: { name: given, ...wanted }, now }) {
    const name = knownReport(given);
    requireReach(actor, name);
    const asked = await askedOf(actor, name, wanted, now);
    const { figures } = reportOf(name);
    const grouping = wanted.by ?? reportOf(name).by;
    const { periods, columns, hours, open } = await sumsOf(asked);
    const whole = columns.filter((one) => isWhole(asked, one));
    const inPeriod = addedByPeriod(whole);
    const standing = Map.groupBy(
      open.each.filter((one) => isWhole(asked, one)),
      ({ at }) => at,
    );
    const allOpen = open.last.filter((one) => isWhole(asked, one));
    const { from, to, interval, timeZone, businessHours } = asked;
    return {
      ...{ name, from, to, interval, timeZone, businessHours },
      calendarName: (await defaultCalendar(actor))?.name ?? null,
      narrowed: isNarrowed(actor),
      definitions: definitionsOf(figures),
      total: figuresOf(figures, withOpen(added(whole), allOpen)),
      series: periods
        .sort((a, b) => a.getTime() - b.getTime())
        .map((at) => {
          const time = at.getTime();
          const amounts = withOpen(inPeriod.get(time) ?? new Map(), standing.get(time) ?? []);
          return { from: at, figures: figuresOf(figures, amounts) };
        }),
      groups: await groupsOf(actor, grouping, figuresBy(name, grouping), { columns, open }),
      hours,
    };
  },
});
