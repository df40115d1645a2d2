import { afterAll, beforeAll, expect, it } from "vitest";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { freshCompany, type TestCompany } from "#server/testing/company.ts";
import { openApi } from "#server/testing/fixture.ts";
import type { Client } from "#server/testing/http.ts";
import { converse } from "#server/testing/talking.ts";
import { recompute } from "./recomputing.ts";
import type { Fact, Report } from "./schema.ts";
import { cutShifts } from "./tending.ts";

let company: TestCompany;
let api: Client;

beforeAll(async () => {
  company = await freshCompany();
  api = await openApi(company);
});
afterAll(() => company.close());

const run = async (text: string, ...values: unknown[]) =>
  (await systemPool().query(text, [company.companyId, ...values])).rows;
const agent = () => company.agent.id;
const connect = (online: boolean, seen = "now()") =>
  run(
    `insert into agent_states ("companyId", "userId", "online", "seenAt") values ($1, $2, $3, ${seen})
     on conflict ("companyId", "userId") do update set "online" = excluded."online", "seenAt" = excluded."seenAt"`,
    agent(),
    online,
  );
const say = (availability: "online" | "away") =>
  run(`update users set "availability" = $3 where "companyId" = $1 and "id" = $2`, agent(), availability);
const shifts = () => run(`select * from report_shifts where "companyId" = $1 order by "startedAt"`);
const clear = async () => {
  await run(`delete from report_shifts where "companyId" = $1`);
  await run(`delete from report_facts where "companyId" = $1`);
  await run(`delete from agent_states where "companyId" = $1`);
};

/** Seconds of a stretch and of what was held in it, counted one by one. */
const counted = (from: number, to: number, held: readonly (readonly [number, number])[]) => {
  let seconds = 0;
  for (let at = from; at < to; at++) if (held.some(([begin, end]) => begin <= at && at < end)) seconds++;
  return seconds;
};

it("begins a stretch when somebody is connected and not away, and ends it with either", async () => {
  await clear();
  await connect(true);
  expect(await shifts()).toMatchObject([{ userId: agent(), endedAt: null }]);
  await run(`update report_shifts set "startedAt" = now() - interval '5 seconds' where "companyId" = $1`);
  await say("away");
  const [first] = await shifts();
  expect(first.endedAt).not.toBeNull();
  expect(await run(`select "metric", "value"::int from report_facts where "companyId" = $1`)).toEqual([
    { metric: "available", value: 5 },
  ]);
  await say("online");
  expect(await shifts()).toHaveLength(2);
});

it("ends a stretch a minute after somebody was last seen, also where the service was down meanwhile", async () => {
  await clear();
  await connect(true, "now() - interval '20 minutes'");
  await run(`update report_shifts set "startedAt" = now() - interval '30 minutes' where "companyId" = $1`);
  await connect(true);
  const ended = (await shifts()).filter(({ endedAt }) => endedAt !== null);
  const total = ended.reduce((all, { startedAt, endedAt }) => all + (endedAt - startedAt) / 1000, 0);
  expect(Math.round(total)).toBe(11 * 60);
  expect((await shifts()).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
});

it("cuts what goes on at full hours, once", async () => {
  await clear();
  await connect(true);
  await run(
    `update report_shifts set "startedAt" = date_trunc('hour', now(), 'UTC') - interval '150 minutes' where "companyId" = $1`,
  );
  expect((await cutShifts.execute(systemActor(company.companyId), {})).cut).toBe(1);
  expect((await cutShifts.execute(systemActor(company.companyId), {})).cut).toBe(0);
  const pieces = (await shifts()).map(({ startedAt, endedAt }) => (endedAt ? (endedAt - startedAt) / 60_000 : "open"));
  expect(pieces).toEqual([30, 60, 60, "open"]);
});

it("counts as occupied what a slow count of the same seconds says, and lists it", async () => {
  await clear();
  const base = Math.floor(Date.now() / 1000) - 40 * 3600;
  const held: [number, number][] = [];
  for (let index = 0; index < 40; index++) {
    const begin = (index * 7919) % 30_000;
    const end = begin + ((index * 3571) % 2400) + 1;
    held.push([begin, end]);
    await run(
      `insert into report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "agentId")
       values ($1, gen_random_uuid(), gen_random_uuid(), 'held', to_timestamp($2), $3, $4)`,
      base + end,
      end - begin,
      agent(),
    );
  }
  const stretches = Array.from({ length: 8 }, (_, index) => [index * 3600, index * 3600 + 1800 + index * 200] as const);
  for (const [from, to] of stretches)
    await run(
      `insert into report_shifts ("companyId", "id", "userId", "startedAt", "endedAt")
       values ($1, gen_random_uuid(), $4, to_timestamp($2), to_timestamp($3))`,
      base + from,
      base + to,
      agent(),
    );
  const occupied = stretches.map(([from, to]) => counted(from, to, held));
  const available = stretches.reduce((all, [from, to]) => all + to - from, 0);
  const { body } = await api.get<Report>("/v1/reports/agents");
  const of = (name: string) => body.total.find((one) => one.name === name);
  const share = occupied.reduce((a, b) => a + b, 0) / available;
  expect(share).toBeGreaterThan(0.2);
  expect(of("availableTime")).toMatchObject({ value: available, count: stretches.length });
  expect(of("occupancy")?.value).toBeCloseTo(share, 9);
  expect(body.groups.find(({ id }) => id === agent())?.figures.find(({ name }) => name === "occupancy")?.value).toBe(
    of("occupancy")?.value,
  );
  const rows = await api.get<{ data: Fact[] }>("/v1/reports/agents/rows?figure=occupancy&limit=100");
  expect(rows.body.data.map(({ value }) => value)).toEqual(occupied.filter((one) => one > 0).reverse());
  expect(rows.body.data.every((fact) => fact.agentName !== "" && fact.conversationId === "")).toBe(true);
  const facts = () =>
    run(`select "eventId", "metric", "at", "value" from report_facts
    where "companyId" = $1 and "metric" in ('available', 'occupied') order by 1, 2`);
  const before = await facts();
  await recompute(company.companyId);
  expect(await facts()).toEqual(before);
});

it("counts who holds a conversation now, and nobody for what is put off or closed", async () => {
  await clear();
  const { id } = await converse(api, company);
  await api.post(`/v1/conversations/${id}/assign`, { assignedTo: agent() });
  const occupied = async () => {
    const [found] = await run(
      `select parley_report_occupied($1, $2, now() - interval '1 hour', now() + interval '10 seconds') as "seconds"`,
      agent(),
    );
    return found.seconds as number;
  };
  expect(await occupied()).toBeGreaterThanOrEqual(9);
  await api.post(`/v1/conversations/${id}/snooze`, { until: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await occupied()).toBeLessThan(9);
});
