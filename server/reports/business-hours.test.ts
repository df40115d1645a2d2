import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { day, hour, shiftClock } from "#server/base/clock.ts";
import { type WeekDay, weekDays } from "#server/calendars/choices.ts";
import { businessSeconds } from "#server/calendars/hours.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say } from "#server/testing/talking.ts";
import { foldDays } from "./days/folding.ts";
import type { Fact, Report } from "./schema.ts";
import { addUp } from "./tending.ts";

const company = await openCompany("Reporter of hours");
const api = await openApi(company);
const system = systemActor(company.companyId);
afterEach(() => shiftClock(0));

/** Moments around which clocks are set. */
const turns = [
  ...([["America/New_York", "2026-03-08T07:00:00Z"] as const, ["America/New_York", "2026-11-01T06:00:00Z"]] as const),
  ...([["Europe/Madrid", "2026-03-29T01:00:00Z"] as const, ["Europe/Madrid", "2026-10-25T01:00:00Z"]] as const),
  ...([
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"] as const,
    ["America/Santiago", "2026-09-06T04:00:00Z"],
  ] as const),
  ...([["Asia/Kathmandu", "2026-12-31T20:00:00Z"] as const, ["UTC", "2026-02-28T23:00:00Z"]] as const),
] as const;
const ranges = ["*", "-", "09-18", "00-02:30,02:45-04", "22:15-24", "01:15-01:45, 13-13:01", "08-12,11-19"] as const;

const cases = fc.record({
  turn: fc.constantFrom(...turns),
  hours: fc.array(
    fc.record({
      days: fc.subarray<WeekDay>([...weekDays], { minLength: 1 }),
      range: fc.constantFrom(...ranges),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  off: fc.array(fc.record({ shift: fc.integer({ min: -3, max: 3 }), yearly: fc.boolean() }), { maxLength: 2 }),
  begin: fc.integer({ min: -60 * 3600, max: 10 * 3600 }),
  length: fc.oneof(fc.integer({ min: 0, max: 90 * 3600 }), fc.integer({ min: 0, max: 300 * 24 * 3600 })),
});

describe("business hours of facts", () => {
  it("are counted by the database as calendars count them, over any change of clocks [R1]", async () => {
    const asked = fc.sample(cases, { numRuns: 400, seed: 20_261_101 }).map(({ turn: [zone, at], ...rest }) => {
      const from = Date.parse(at) + rest.begin * 1000;
      const holidays = rest.off.map(({ shift, yearly }) => {
        const date = new Date(Date.parse(at) + shift * day).toISOString().slice(0, 10);
        return { date: yearly ? `2020${date.slice(4)}` : date, name: "", yearly };
      });
      return { zone, hours: rest.hours, holidays, from, to: from + rest.length * 1000 };
    });
    const { rows } = await systemPool().query<{ open: number }>(
      `select parley_business_seconds(x->>'zone', x->'hours', x->'holidays', to_timestamp((x->>'from')::int8 / 1000.0),
         to_timestamp((x->>'to')::int8 / 1000.0)) as "open"
       from jsonb_array_elements($1::jsonb) with ordinality t(x, place) order by place`,
      [JSON.stringify(asked)],
    );
    const expected = asked.map(({ zone, hours, holidays, from, to }) =>
      Math.round(businessSeconds({ timeZone: zone, hours, holidays }, new Date(from), new Date(to))),
    );
    expect(rows.map(({ open }) => open)).toEqual(expected);
    expect(expected.filter((one) => one > 0).length).toBeGreaterThan(200);
  });

  it("show a time with and without them, by the calendar as it was then, also of what was there before it [R2]", async () => {
    // Friday 17:00 to Monday 10:00, twice.
    const friday = Date.parse("2026-11-06T17:00:00Z");
    const answered = async (at: number) => {
      shiftClock(at - Date.now());
      const { id } = await converse(api, company);
      await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
      await say(api, id, "visitor");
      shiftClock(at + 65 * hour - Date.now());
      await say(api, id, "user", { from: company.agent.id });
      shiftClock(0);
      return id;
    };
    const first = await answered(friday);
    const read = async (more: string) => {
      const range = "from=2026-11-01&to=2026-11-20";
      return (await api.get<Report>(`/v1/reports/responses?${range}${more}`)).body;
    };
    const meanOf = (report: Report) => report.total.find(({ name }) => name === "firstResponse")?.mean ?? 0;
    const near = (seconds: number) => [expect.closeTo(seconds, -1), expect.closeTo(seconds, -1)];
    const inHours = async () => {
      const before = meanOf(await read("&businessHours=true"));
      while ((await foldDays.execute(system, {})).days > 0);
      return [before, meanOf(await read("&businessHours=true"))];
    };
    await addUp(system);
    expect(await read("&businessHours=true")).toMatchObject({ businessHours: true, calendarName: null });
    expect(await inHours()).toEqual(near(65 * 3600));

    const hours = [{ days: ["MON", "TUE", "WED", "THU", "FRI"], range: "09-18" }];
    shiftClock(friday - 9 * day - Date.now());
    const { body } = await api.post<{ id: string }>("/v1/calendars", {
      ...{ name: "Desk", timeZone: "UTC", hours, isDefault: true },
    });
    shiftClock(0);
    await addUp(system);
    expect(await inHours()).toEqual(near(2 * 3600));
    expect((await read("&businessHours=true")).calendarName).toBe("Desk");
    expect(meanOf(await read(""))).toBeCloseTo(65 * 3600, -1);

    shiftClock(Date.parse("2026-11-10T00:00:00Z") - Date.now());
    await api.patch(`/v1/calendars/${body.id}`, { hours: [...hours, { days: ["SAT"], range: "10-14" }] });
    const second = await answered(friday + 7 * day);
    expect(await inHours()).toEqual(near((2 + 6) * 1800));
    const { body: rows } = await api.get<{ data: Fact[] }>(
      "/v1/reports/responses/rows?figure=firstResponse&from=2026-11-01&to=2026-11-20&businessHours=true",
    );
    expect(rows.data.map(({ conversationId, value }) => [conversationId, Math.round(value / 60)])).toEqual([
      [second, 6 * 60],
      [first, 2 * 60],
    ]);
    // Measured anew, each by its own hours; and a second calendar that becomes the default ends the first.
    await systemPool().query(`delete from report_facts where "companyId" = $1`, [company.companyId]);
    await systemPool().query(`update report_folds set "staleAt" = now() where "companyId" = $1`, [company.companyId]);
    await addUp(system);
    expect(await inHours()).toEqual(near((2 + 6) * 1800));
    await api.post("/v1/calendars", { name: "All day", timeZone: "UTC", hours: [{ days: [...weekDays], range: "*" }] });
    await api.delete(`/v1/calendars/${body.id}`);
    const { rows: known } = await systemPool().query(
      `select "hours" is null as "none" from report_calendars where "companyId" = $1 order by "since"`,
      [company.companyId],
    );
    expect(known.map(({ none }) => none)).toEqual([false, false, true]);
  });
});
