import { describe, expect, it } from "vitest";
import { inCompany } from "#server/db/pool.ts";
import { app } from "#server/rest/app.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { openingOf } from "./access.ts";
import { maxCalendars } from "./choices.ts";
import type { Calendar } from "./schema.ts";

const company = await openCompany("Acme", ["team"]);
const api = await openApi(company);
const other = await openCompany("Acme", ["team"]);
const own = await openApi(other);
const all = "/v1/calendars";
type Refused = { error: string; limit?: number; details?: { field: string; code: string }[] };

describe("calendars", () => {
  it("has the hours of an office week in the company's time zone unless told otherwise [S1]", async () => {
    const { status, body } = await api.post<Calendar>(all, { name: "Office" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Office",
      timeZone: "UTC",
      hours: [{ days: ["MON", "TUE", "WED", "THU", "FRI"], range: "09-18" }],
      holidays: [],
      isDefault: false,
    });
    const read = await api.get<Calendar>(`${all}/${body.id}`);
    expect(read.body).toEqual(body);
    expect((await api.get<Calendar[]>(all)).body.map(({ id }) => id)).toContain(body.id);
  });

  it("keeps what is not given, sorts days off, and tells of a change once [S1]", async () => {
    const { body } = await api.post<Calendar>(all, { name: "Days off" });
    const holidays = [
      { date: "2026-12-25", name: "Christmas Day", yearly: true },
      { date: "2026-05-25", name: "", yearly: false },
    ];
    const told = async () => (await eventsOf(company)).filter(({ data }) => data.id === body.id).length;
    const before = await told();
    const changed = await api.patch<Calendar>(`${all}/${body.id}`, { holidays });
    expect(changed.body).toMatchObject({ name: "Days off", holidays: [holidays[1], holidays[0]] });
    await api.patch(`${all}/${body.id}`, { holidays });
    expect(await told()).toBe(before + 1);
  });

  it.each([
    ["no name", { name: " " }, "name"],
    ["a zone that is none", { name: "x", timeZone: "Mars/Base" }, "timeZone"],
    ["hours that end before they begin", { name: "x", hours: [{ days: ["MON"], range: "18-09" }] }, "hours.0.range"],
    ["a week that never opens", { name: "x", hours: [{ days: ["MON"], range: "-" }] }, "hours"],
    ["a day that is none", { name: "x", holidays: [{ date: "2026-02-30" }] }, "holidays.0.date"],
    ["a day off twice", { name: "x", holidays: [{ date: "2026-02-02" }, { date: "2026-02-02" }] }, "holidays.1.date"],
  ])("refuses %s and says which field [S1]", async (_what, body, field) => {
    const refused = await api.post<Refused>(all, body);
    expect([refused.status, refused.body.error]).toEqual([400, "validation_error"]);
    expect(refused.body.details?.map((one) => one.field)).toContain(field);
  });

  it("has each name once, whatever its case, and a limit [S1]", async () => {
    expect((await own.post(all, { name: "Desk" })).status).toBe(200);
    expect(await own.post<Refused>(all, { name: "DESK" })).toMatchObject({
      status: 409,
      body: { error: "already_exists" },
    });
    for (let count = 2; count < maxCalendars; count += 1) await own.post(all, { name: `Calendar ${count}` });
    const refused = await own.post<Refused>(all, { name: "One more" });
    expect([refused.status, refused.body]).toMatchObject([409, { error: "limit_reached", limit: maxCalendars }]);
  });

  it("is one company's: others neither see nor change it [S1]", async () => {
    const { body } = await api.post<Calendar>(all, { name: "Ours" });
    for (const call of [own.get, own.delete]) expect((await call(`${all}/${body.id}`)).status).toBe(404);
    expect((await own.patch(`${all}/${body.id}`, { name: "Theirs" })).status).toBe(404);
    expect((await own.get<Calendar[]>(all)).body.map(({ id }) => id)).not.toContain(body.id);
  });

  it("needs the permission to change settings [S1]", async () => {
    const reader = http(app, (await company.token(["websites_read"])).secret);
    expect((await reader.get(all)).status).toBe(200);
    expect((await reader.post(all, { name: "No" })).status).toBe(403);
  });

  it("is deleted, and a stale version is not [S1]", async () => {
    const { body } = await api.post<Calendar>(all, { name: "Gone" });
    const stale = await api.delete<Refused>(`${all}/${body.id}`, { headers: { "if-match": '"old"' } });
    expect([stale.status, stale.body.error]).toEqual([412, "precondition_failed"]);
    expect((await api.delete(`${all}/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
    expect((await api.get(`${all}/${body.id}`)).status).toBe(404);
  });
});

describe("the default calendar", () => {
  it("is one at most, and says whether the company is open [S1]", async () => {
    const at = new Date("2026-06-01T10:00:00Z");
    const open = async () => (await inCompany(other.companyId, () => openingOf(other.admin, at)))?.open;
    expect(await open()).toBeUndefined();
    const [kept] = (await own.get<Calendar[]>(all)).body;
    const first = await own.patch<Calendar>(`${all}/${kept?.id}`, { isDefault: true });
    expect(await open()).toBe(true);
    const second = (await own.get<Calendar[]>(all)).body.find(({ isDefault }) => !isDefault);
    await own.put(`${all}/${second?.id}`, { isDefault: true, hours: [{ days: ["SUN"], range: "*" }] });
    expect((await own.get<Calendar>(`${all}/${first.body.id}`)).body.isDefault).toBe(false);
    expect(await open()).toBe(false);
  });
});
