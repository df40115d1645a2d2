import { expect, it } from "vitest";
import { hour, minute } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import type { Fact, Report } from "../schema.ts";
import { foldDays } from "./folding.ts";

const company = await openCompany();
const api = await openApi(company);

/** Zones and the first moments of days that begin twice, and of one that begins an hour late; with their hours. */
const turns = [
  ["America/Havana", "2026-03-08T05:00:00Z", 23],
  ["Atlantic/Azores", "2026-10-25T00:00:00Z", 25],
  ["America/Havana", "2026-11-01T04:00:00Z", 25],
] as const;

it.each(turns)(
  "a day that begins twice has both its midnights, in its list too: %s %s [R13]",
  async (zone, first, size) => {
    await systemPool().query(`update companies set "settings" = "settings" || $2 where "id" = $1`, [
      company.companyId,
      JSON.stringify({ timeZone: zone }),
    ]);
    const { id } = await converse(api, company);
    const from = Date.parse(first);
    for (let at = from - 24 * hour + 30 * minute; at < from + 48 * hour; at += hour)
      await systemPool().query(
        `insert into report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "isBot", "tags")
       values ($1, $2, gen_random_uuid(), 'message_in', $3, 1, false, '{}')`,
        [company.companyId, id, new Date(at)],
      );
    const [begin, end] = [from, from + size * hour].map((at) => new Date(at).toISOString());
    const range = `from=${begin}&to=${end}`;
    const compare = async () => {
      const list = await api.get<{ data: Fact[]; pagination: { total: number } }>(
        `/v1/reports/conversations/rows?figure=messagesIn&limit=100&${range}`,
      );
      expect([list.body.data.length, list.body.pagination.total]).toEqual([size, size]);
      const wider = `from=${new Date(from - 24 * hour).toISOString()}&to=${new Date(from + (size + 24) * hour).toISOString()}`;
      for (const interval of ["day", "hour"]) {
        const { series } = (await api.get<Report>(`/v1/reports/conversations?interval=${interval}&${wider}`)).body;
        const told = series.map((one) => [one.from, one.figures.find(({ name }) => name === "messagesIn")?.count]);
        if (interval === "hour") expect(told.filter(([, count]) => count === 1)).toHaveLength(Math.min(72, 48 + size));
        else
          expect(told.slice(0, 2)).toEqual([
            [new Date(from - 24 * hour).toISOString(), 24],
            [begin, size],
          ]);
      }
    };
    await compare();
    while ((await foldDays.execute(systemActor(company.companyId), {})).days > 0);
    await compare();
  },
);

it("by the hour, each fact is in the series where clocks are set by half an hour [R3]", async () => {
  const zone = await openCompany();
  const own = await openApi(zone);
  await systemPool().query(`update companies set "settings" = "settings" || $2 where "id" = $1`, [
    zone.companyId,
    JSON.stringify({ timeZone: "Australia/Lord_Howe" }),
  ]);
  const { id } = await converse(own, zone);
  // Back by half an hour at 15:00 UTC on 4 April 2026, and on again on 3 October at 15:30.
  for (const turn of ["2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z"]) {
    const from = Date.parse(turn) - 6 * hour;
    for (let at = from + 5 * minute; at < from + 12 * hour; at += 10 * minute)
      await systemPool().query(
        `insert into report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "isBot", "tags")
         values ($1, $2, gen_random_uuid(), 'message_in', $3, 1, false, '{}')`,
        [zone.companyId, id, new Date(at)],
      );
    const range = `from=${new Date(from).toISOString()}&to=${new Date(from + 12 * hour).toISOString()}`;
    const { series, total } = (await own.get<Report>(`/v1/reports/conversations?interval=hour&${range}`)).body;
    const counts = series.map(({ figures }) => figures.find(({ name }) => name === "messagesIn")?.count ?? 0);
    expect(counts.reduce((all, one) => all + one, 0)).toBe(total.find(({ name }) => name === "messagesIn")?.count);
    expect(series.map((one) => one.from)).toEqual(series.map((one) => one.from).toSorted());
  }
});
