import { describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { updateCompany } from "#server/companies/editing.ts";
import { systemPool } from "#server/db/system.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { maxSavedReports } from "./choices.ts";
import type { SavedReport } from "./schema.ts";

const company = await openCompany("Keeper of reports");
const api = await openApi(company);
const viewer = await company.person("viewer", "Vera Viewer");
const supervisor = await company.person("supervisor", "Sue Supervisor");
const [hers, theirs] = [
  await openApi(company, ["reports_read", "clients_read"], viewer),
  await openApi(company, ["reports_read", "clients_read", "clients_write"], supervisor),
];
const path = "/v1/saved-reports";
type Refusal = { error?: string; details?: { field: string; code: string }[]; limit?: number };
const save = (client: typeof api, given: object) => client.post<SavedReport & Refusal>(path, given);
const names = async (client: typeof api) => (await client.get<SavedReport[]>(path)).body.map(({ name }) => name);

describe("/v1/saved-reports", () => {
  it("keeps a report with its filters and a range that moves on, of its owner or of all who read reports [R3]", async () => {
    const given = { report: "responses", range: "last_week", interval: "week", businessHours: true, tag: "vip" };
    const { status, body } = await save(hers, { name: "Mine", ...given });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...given, scope: "private", userId: viewer.id, schedule: null, dueAt: null });
    const shared = await save(theirs, { name: "Ours", report: "agents", scope: "company", by: "agent" });
    expect(shared.body).toMatchObject({ scope: "company", range: "last_30_days", comparison: true, error: "" });
    expect(await names(hers)).toEqual(["Ours", "Mine"]);
    expect(await names(theirs)).toContain("Ours");
    expect(await names(theirs)).not.toContain("Mine");
    expect((await theirs.get(`${path}/${body.id}`)).status).toBe(404);
    expect((await theirs.patch(`${path}/${body.id}`, { name: "Stolen" })).status).toBe(404);
    expect((await hers.patch(`${path}/${shared.body.id}`, { name: "Stolen" })).status).toBe(403);
    expect((await hers.delete(`${path}/${shared.body.id}`)).status).toBe(403);
    expect((await hers.get<SavedReport>(`${path}/${shared.body.id}`)).body.name).toBe("Ours");
    const told = (await eventsOf(company)).filter(({ type }) => type === "report/changed");
    expect(told.slice(-2).map(({ data }) => "userId" in data)).toEqual([true, false]);
    expect((await (await openApi(company, ["clients_read"])).get(path)).status).toBe(403);
  });

  it("is renamed, changed, shared by those who may, and deleted; a stale version is refused [R3]", async () => {
    const { body } = await save(theirs, { name: "Draft", report: "tags" });
    const one = `${path}/${body.id}`;
    const changed = await theirs.patch<SavedReport>(one, { name: "Tags", range: "last_month", scope: "company" });
    expect(changed.body).toMatchObject({ name: "Tags", range: "last_month", interval: "day", scope: "company" });
    expect(await names(hers)).toContain("Tags");
    expect(
      (await theirs.patch(one, { name: "Late" }, { headers: { "if-match": '"2020-01-01T00:00:00.000Z"' } })).status,
    ).toBe(412);
    expect((await theirs.patch<Refusal>(one, { by: "campaign" })).body.details?.[0]).toMatchObject({ field: "by" });
    expect((await theirs.delete(one)).status).toBe(200);
    expect((await theirs.get(one)).status).toBe(404);
  });

  it("covers no more days than its interval allows, when it is made and when it is changed [R14]", async () => {
    const refused = { field: "range", code: "range_too_large" };
    const hourly = { name: "Hourly", report: "responses", interval: "hour" };
    const long = await save(theirs, { ...hourly, range: "last_90_days" });
    expect([long.status, long.body.details?.[0]]).toEqual([400, expect.objectContaining(refused)]);
    const { body } = await save(theirs, { ...hourly, range: "last_month" });
    const one = `${path}/${body.id}`;
    const longer = await theirs.patch<Refusal>(one, { range: "last_365_days" });
    expect([longer.status, longer.body.details?.[0]]).toEqual([400, expect.objectContaining(refused)]);
    expect((await theirs.patch(one, { range: "last_365_days", interval: "day" })).status).toBe(200);
    const kept = { range: "last_90_days", interval: "hour" };
    const write = `update saved_reports set "query" = "query" || $2 where "id" = $1`;
    await systemPool().query(write, [body.id, JSON.stringify(kept)]);
    expect((await theirs.patch<SavedReport>(one, { name: "Renamed" })).body).toMatchObject({
      name: "Renamed",
      ...kept,
    });
  });

  it("is mailed only to people who may read reports; to others than oneself by those who may write everything [R3]", async () => {
    const schedule = { every: "month", monthDay: 31, hour: 7, recipients: [viewer.id, viewer.id] };
    const { body } = await save(hers, { name: "Monthly", report: "bot", schedule });
    expect(body.schedule).toMatchObject({ every: "month", monthDay: 31, weekday: 1, recipients: [viewer.id] });
    expect(body.dueAt).toMatch(/T07:00:00.000Z$/);
    const others = { ...schedule, recipients: [supervisor.id] };
    expect((await save(hers, { name: "Theirs", report: "bot", schedule: others })).status).toBe(403);
    for (const stranger of [company.agent.id, newId(), "none"]) {
      const agents = { ...schedule, recipients: [supervisor.id, stranger] };
      const refused = await save(theirs, { name: "Agents", report: "bot", schedule: agents });
      expect([refused.status, refused.body.details?.[0]]).toEqual([
        400,
        expect.objectContaining({ field: "schedule.recipients.1", code: "unknown_reference" }),
      ]);
    }
    const off = await hers.patch<SavedReport>(`${path}/${body.id}`, { schedule: null });
    expect(off.body).toMatchObject({ schedule: null, dueAt: null });
  });

  it("has its hour by the company's clock, also once that is set otherwise [R3]", async () => {
    const schedule = { every: "day", hour: 9, recipients: [company.admin.id] };
    const { body } = await save(api, { name: "Daily", report: "bot", schedule });
    expect(body.dueAt).toMatch(/T09:00:00.000Z$/);
    await updateCompany.execute(company.admin, { settings: { timeZone: "Asia/Kolkata" } });
    expect((await api.get<SavedReport>(`${path}/${body.id}`)).body.dueAt).toMatch(/T03:30:00.000Z$/);
    await updateCompany.execute(company.admin, { settings: { timeZone: "UTC" } });
  });

  it("bears a name once, and there are at most so many [R3]", async () => {
    await save(hers, { name: "Twice", report: "bot" });
    const again = await save(hers, { name: "tWICE", report: "sla" });
    expect([again.status, again.body.error]).toEqual([409, "already_exists"]);
    expect((await save(theirs, { name: "Twice", report: "bot" })).status).toBe(200);
    for (
      let n = (await hers.get<SavedReport[]>(`${path}`)).body.filter((one) => one.scope === "private").length;
      n < maxSavedReports;
      n += 1
    )
      expect((await save(hers, { name: `Report ${n}`, report: "bot" })).status).toBe(200);
    const beyond = await save(hers, { name: "Beyond", report: "bot" });
    expect([beyond.status, beyond.body.error, beyond.body.limit]).toEqual([409, "limit_reached", maxSavedReports]);
  });
});
