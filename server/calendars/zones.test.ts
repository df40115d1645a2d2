import fs from "node:fs";
import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { isTimeZone } from "#server/base/time-zones.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { recompute } from "#server/reports/recomputing.ts";
import { workerDatabase } from "#server/testing/database-server.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say } from "#server/testing/talking.ts";
import { offsetAt } from "./zone.ts";

const company = await openCompany("Acme", ["team"]);
const api = await openApi(company);

const abbreviations =
  "CAT AET AGT BET CNT CTT ECT IET MIT NET PLT PNT PRT SST VST IST ACT ART AST BST NST PST CST EST MST HST CET EET MET WET EAT JST".split(
    " ",
  );
const others = [
  "US/Pacific-New",
  "SystemV/PST8",
  "+05:30",
  "-03:00",
  "+05",
  "Japan",
  "EST5EDT",
  "Mars/Base",
  "",
  "A/B",
];

describe("time zones", () => {
  it("are those that JavaScript and PostgreSQL both know by area and place, and mean the same [S1]", async () => {
    const moments = ["2024-01-15T12:00:00Z", "2024-07-15T12:00:00Z"];
    const { rows } = await systemPool().query<{ name: string; ahead: number[] }>(
      `select z."name", array(select extract(epoch from (at at time zone z."name") - (at at time zone 'UTC'))::int
         from unnest($1::timestamptz[]) at order by at) as "ahead" from pg_timezone_names z`,
      [moments],
    );
    const known = new Map(rows.map(({ name, ahead }) => [name.toLowerCase(), ahead]));
    const taken = [...rows.map(({ name }) => name), ...Intl.supportedValuesOf("timeZone"), ...abbreviations, ...others];
    const zones = [...new Set(taken)].filter(isTimeZone);
    expect(zones.filter((zone) => !known.has(zone.toLowerCase()))).toEqual([]);
    const differing = zones.filter(
      (zone) =>
        String(moments.map((at) => offsetAt(zone, Date.parse(at)) / 1000)) !== String(known.get(zone.toLowerCase())),
    );
    expect(differing).toEqual([]);
    expect(Intl.supportedValuesOf("timeZone").filter((zone) => !zones.includes(zone))).toEqual([]);
    expect(["UTC", "GMT", "Etc/GMT+3", "US/Pacific", "America/Argentina/Buenos_Aires"].every(isTimeZone)).toBe(true);
  });

  it.each([...abbreviations, ...others])("%s is refused [S1]", async (timeZone) => {
    const refused = await api.post<{ details: object[] }>("/v1/calendars", { name: "Abroad", timeZone });
    expect(refused.status).toBe(400);
    expect(refused.body.details).toMatchObject([{ field: "timeZone", code: "invalid_time_zone" }]);
    expect((await api.patch("/v1/company", { settings: { timeZone } })).status).not.toBe(200);
  });

  it("that the database does not know stop neither answers, closing nor measuring anew [S1] [R1]", async () => {
    const { id: calendarId } = (await api.post<{ id: string }>("/v1/calendars", { name: "Desk", isDefault: true }))
      .body;
    const { id } = await converse(api, company);
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    await say(api, id, "visitor");
    await systemPool().query(`update calendars set "timeZone" = 'Area/Unheard_Of' where "id" = $1`, [calendarId]);
    await systemPool().query(`update report_calendars set "timeZone" = 'Area/Unheard_Of' where "companyId" = $1`, [
      company.companyId,
    ]);
    await say(api, id, "user", { from: company.agent.id });
    expect((await api.post(`/v1/conversations/${id}/close`, { isLead: false })).status).toBe(200);
    await recompute(systemActor(company.companyId).companyId);
  });
});

const migration = new URL("../../prisma/migrations/20261127123100_known_zones/migration.sql", import.meta.url);

it("that were stored before are called by their places after an upgrade [S1]", async () => {
  const client = new pg.Client({ connectionString: await workerDatabase(inject("testServer"), "zones") });
  await client.connect();
  const given = {
    ...{
      CAT: "Africa/Maputo",
      ist: "Asia/Kolkata",
      "+05:30": "Asia/Kolkata",
      "-03:00": "Etc/GMT+3",
      "+11": "Etc/GMT-11",
    },
    ...{ Japan: "Asia/Tokyo", "-03:30": "UTC", "+23:59": "UTC", "US/Pacific-New": "America/Los_Angeles" },
    ...{ "Europe/Madrid": "Europe/Madrid", UTC: "UTC", "america/lima": "america/lima" },
  };
  expect(Object.values(given).filter((zone) => !isTimeZone(zone))).toEqual([]);
  try {
    const ids = new Map<string, string>();
    for (const zone of Object.keys(given)) {
      const id = newId();
      ids.set(id, zone);
      await client.query(
        `insert into companies ("id", "name", "email", "planId", "settings") values ($1, 'X', 'x@example.com', 'free', $2)`,
        [id, { timeZone: zone, country: "AR" }],
      );
      await client.query(
        `insert into calendars ("companyId", "id", "name", "nameKey", "timeZone", "hours", "isDefault")
         values ($1, $2, 'Desk', 'desk', $3, '[{"days":["MON"],"range":"*"}]', true)`,
        [id, newId(), zone],
      );
    }
    await client.query(`begin; ${fs.readFileSync(migration, "utf8")}; commit`);
    const { rows } = await client.query<{ id: string; zones: string[]; stale: boolean }>(
      `select c."id", array[c."settings"->>'timeZone', k."timeZone", r."timeZone", f."timeZone"] as "zones"
       from companies c join calendars k on k."companyId" = c."id" join report_calendars r on r."companyId" = c."id"
         join report_folds f on f."companyId" = c."id" where c."id" = any($1)`,
      [[...ids.keys()]],
    );
    const found = rows.map(({ id, zones }) => [ids.get(id), ...zones]);
    expect(found.sort()).toEqual(
      Object.entries(given)
        .map(([zone, place]) => [zone, place, place, place, place])
        .sort(),
    );
  } finally {
    await client.end();
  }
});
