import fc from "fast-check";
import { expect, it } from "vitest";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse } from "#server/testing/talking.ts";
import { metrics, reportNames } from "../choices.ts";
import type { Report } from "../schema.ts";
import { foldDays } from "./folding.ts";

const company = await openCompany();
const api = await openApi(company);

/** In Madrid the clock goes back on 25 October: that day has an hour twice. */
const facts = fc.array(
  fc.record({
    metric: fc.constantFrom(...metrics),
    at: fc.integer({ min: Date.parse("2026-10-22T10:20:00Z"), max: Date.parse("2026-10-29T12:00:00Z") }),
    value: fc.integer({ min: 1, max: 9000 }),
    open: fc.option(fc.integer({ min: 0, max: 500 }), { nil: null }),
    agent: fc.boolean(),
    tags: fc.subarray(["vip", "web"]),
  }),
  { minLength: 800, maxLength: 800 },
);

it("sums by the hour are what the facts are, also where clocks are changed and inside opening hours [R1] [R3]", async () => {
  await systemPool().query(`update companies set "settings" = "settings" || $2 where "id" = $1`, [
    company.companyId,
    JSON.stringify({ timeZone: "Europe/Madrid" }),
  ]);
  const { id } = await converse(api, company);
  const [sample = []] = fc.sample(fc.noBias(facts), { numRuns: 1, seed: 7 });
  for (const { metric, at, value, open, agent, tags } of sample)
    await systemPool().query(
      `insert into report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "openValue", "agentId", "isBot", "tags")
       values ($1, $2, gen_random_uuid(), $3, $4, $5, $6, $7, false, $8)`,
      [company.companyId, id, metric, new Date(at), value, open, agent ? company.agent.id : null, tags],
    );
  const span = "interval=hour&from=2026-10-22T10:30:00Z&to=2026-10-28T09:15:00Z";
  const asked = reportNames.flatMap((name) =>
    ["", "&businessHours=true", "&tag=vip", `&agentId=${company.agent.id}`].map((more) => `${name}?${span}${more}`),
  );
  const read = async () => {
    const found: Report[] = [];
    for (const query of asked) {
      const { body } = await api.get<Report>(`/v1/reports/${query}`);
      const placeOf = ({ metric, weekday, hour }: Report["hours"][number]) => `${metric} ${weekday} ${hour + 100}`;
      found.push({ ...body, hours: body.hours.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)) });
    }
    return found;
  };
  const before = await read();
  expect(before[0]?.series.length).toBe(144);
  expect(before[0]?.total[0]?.count).toBeGreaterThan(10);
  while ((await foldDays.execute(systemActor(company.companyId), {})).days > 0);
  const { rows } = await systemPool().query(
    `select count(*)::int as "folded" from report_days where "companyId" = $1 and "hourSums" is not null`,
    [company.companyId],
  );
  expect(rows[0]?.folded).toBeGreaterThan(100);
  expect(await read()).toEqual(before);
}, 60_000);
