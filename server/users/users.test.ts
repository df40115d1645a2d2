import { describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { actorFromCookies } from "#server/sessions/authentication.ts";
import { Browser } from "#server/testing/browser.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { changePassword, readProfile, updateProfile } from "./profile.ts";
import type { User } from "./schema.ts";

const company = await openCompany("Acme", allFurniture);
const other = await furnishedCompany("Other", allFurniture);
const api = await openApi(company);

type Page = { pagination: { total: number; totalPages: number; hasNext: boolean }; data: User[] };

const password = "tea at the harbour";
const someone = (more: object = {}) => ({ name: "Bea", email: `${newId()}@example.com`, role: "agent", ...more });
const create = (more: object = {}) => api.post<User>("/v1/users", someone(more));

async function userEvents(id: string): Promise<string[]> {
  return (await eventsOf(company)).filter(({ data }) => data.id === id || data.userId === id).map(({ type }) => type);
}

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser(`2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}::1`);
  expect((await browser.signIn(email, password)).status).toBe(200);
  expect(await actorFromCookies(browser.cookieHeader)).not.toBeNull();
  return browser;
}

const isSignedIn = async (browser: Browser) => (await actorFromCookies(browser.cookieHeader)) !== null;

describe("GET /v1/users (L3)", () => {
  it("pages through the team with an exact total, and filters it", async () => {
    const { body, status } = await api.get<Page>("/v1/users?limit=2");
    expect([status, body.data.length, body.pagination.hasNext]).toEqual([200, 2, true]);
    expect(body.pagination.total).toBeGreaterThanOrEqual(5);
    const agents = await api.get<Page>("/v1/users?role=agent&active=true&search=olga");
    expect(agents.body.data.map(({ name }) => name)).toEqual(["Olga Other"]);
    expect((await api.get("/v1/users?role=king")).status).toBe(400);
    expect(JSON.stringify(body)).not.toContain("passwordHash");
  });

  it("shows users of one's own company only", async () => {
    const foreign = other.agent.userId;
    expect((await api.get(`/v1/users/${foreign}`)).status).toBe(404);
    expect((await api.patch(`/v1/users/${foreign}`, { name: "Mine" })).status).toBe(404);
    expect((await api.delete(`/v1/users/${foreign}`)).status).toBe(404);
    expect((await api.get("/v1/users/not-an-id")).status).toBe(404);
    expect((await api.get<Page>("/v1/users?limit=100")).body.data.map(({ id }) => id)).not.toContain(foreign);
  });

  it("needs users_read, and users/me needs nothing but a token", async () => {
    const { secret, actor } = await company.token(["clients_read"], company.agent);
    const poor = http(app, secret);
    const refused = await poor.get("/v1/users");
    expect([refused.status, refused.body.requiredPermissions]).toEqual([403, ["users_read"]]);
    const me = await poor.get<User>("/v1/users/me");
    expect([me.status, me.body.id, me.body.role]).toEqual([200, actor.userId, "agent"]);
  });
});

describe("POST /v1/users", () => {
  it("makes an active user who can sign in", async () => {
    const { status, body } = await create({ email: "  BEA.New@Example.com ", password });
    expect([status, body.email, body.active, body.role]).toEqual([200, "bea.new@example.com", true, "agent"]);
    expect(await userEvents(body.id)).toEqual(["user/changed"]);
    await signedIn("bea.new@example.com");
  });

  it("refuses what is missing or wrong, field by field", async () => {
    for (const [given, field] of [
      [{ name: "" }, "name"],
      [{ email: "nobody" }, "email"],
      [{ role: "king" }, "role"],
      [{ password: "12345678" }, "password"],
      [{ password: "short" }, "password"],
    ] as const) {
      const { status, body } = await create(given);
      expect([status, body.error, body.details?.map((detail) => detail.field)]).toEqual([
        400,
        "validation_error",
        [field],
      ]);
    }
  });

  it("knows an email once per company, whatever its case, also of a deactivated user", async () => {
    const { body } = await create();
    await api.delete(`/v1/users/${body.id}`);
    const again = await create({ email: body.email.toUpperCase() });
    expect([again.status, again.body.error]).toEqual([409, "already_exists"]);
    const elsewhere = http(app, (await other.token(["admin"])).secret);
    expect((await elsewhere.post("/v1/users", someone({ email: body.email }))).status).toBe(200);
  });

  it("stops at the plan's limit, also for many at once and for one who comes back", async () => {
    const small = await furnishedCompany("Small", allFurniture);
    await systemPool().query(`update companies set "planId" = 'starter' where "id" = $1`, [small.companyId]);
    const client = http(app, (await small.token(["admin"])).secret);
    const people = await client.get<Page>("/v1/users");
    for (const { id } of people.body.data.slice(2)) expect((await client.delete(`/v1/users/${id}`)).status).toBe(200);
    const made = await Promise.all(Array.from({ length: 6 }, () => client.post("/v1/users", someone())));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403]);
    expect(made.find(({ status }) => status === 403)?.body.error).toBe("plan_limit_reached");
    const back = await client.patch(`/v1/users/${people.body.data[4]?.id}`, { active: true });
    expect(back.body.error).toBe("plan_limit_reached");
  });

  it("refuses to create, reset or change people with more permissions than one's own [found S6]", async () => {
    const bare = http(app, (await company.token(["users_read", "users_write"])).secret);
    const agent = company.agent.userId;
    for (const answer of [
      await bare.post("/v1/users", someone()),
      await bare.patch(`/v1/users/${agent}`, { password: "taken over now" }),
      await bare.patch(`/v1/users/${agent}`, { email: "mine@example.com" }),
      await bare.delete(`/v1/users/${agent}`),
    ])
      expect([answer.status, answer.body.requiredPermissions]).toEqual([
        403,
        ["clients_read_assigned", "clients_write_assigned", "chat_talk"],
      ]);
    const rights = ["users_read", "users_write", "clients_read", "clients_write_assigned", "chat_talk"] as const;
    const { secret } = await company.token([...rights]);
    const helper = http(app, secret);
    const made = await helper.post<User>("/v1/users", someone());
    expect(made.status).toBe(200);
    expect((await helper.patch(`/v1/users/${made.body.id}`, { password: "tea at the harbour" })).status).toBe(200);
    const raised = await helper.patch(`/v1/users/${made.body.id}`, { role: "supervisor" });
    expect(raised.body.requiredPermissions).toEqual(["clients_write", "reports_read", "websites_read"]);
    const reports = http(app, (await company.token(["users_write", "clients_read_assigned", "reports_read"])).secret);
    const wider = await reports.post("/v1/users", someone({ role: "viewer" }));
    expect([wider.status, wider.body.requiredPermissions]).toEqual([403, ["clients_read"]]);
    for (const answer of [
      await helper.post("/v1/users", someone({ role: "admin" })),
      await helper.patch(`/v1/users/${company.agent.userId}`, { role: "admin" }),
      await helper.patch(`/v1/users/${company.admin.userId}`, { password: "taken over now" }),
      await helper.delete(`/v1/users/${company.admin.userId}`),
    ])
      expect([answer.status, answer.body.requiredPermissions]).toEqual([403, ["admin"]]);
  });
});

describe("PATCH and DELETE /v1/users/{id}", () => {
  it("changes what is sent, tells it once, and tells nothing of a repeat", async () => {
    const { body } = await create();
    const changed = await api.patch<User>(`/v1/users/${body.id}`, { name: "Beatriz" });
    expect([changed.body.name, changed.body.email]).toEqual(["Beatriz", body.email]);
    await api.patch(`/v1/users/${body.id}`, { name: "Beatriz" });
    expect(await userEvents(body.id)).toEqual(["user/changed", "user/changed"]);
  });

  it("ends the user's sessions and tokens at once with deactivation, and says so to the sockets", async () => {
    const { body } = await create({ password });
    const browser = await signedIn(body.email);
    const owner: Actor = { ...company.agent, id: body.id, userId: body.id };
    const { secret } = await company.token(["clients_read"], owner);
    expect((await http(app, secret).get("/v1/users/me")).status).toBe(200);
    const gone = await api.delete<User>(`/v1/users/${body.id}`);
    expect([gone.status, gone.body.active]).toEqual([200, false]);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await http(app, secret).get("/v1/users/me")).status).toBe(401);
    expect((await userEvents(body.id)).sort()).toEqual([
      "session/ended",
      "session/started",
      "user/changed",
      "user/changed",
    ]);
    const again = await api.delete<User>(`/v1/users/${body.id}`);
    expect([again.status, again.body.active]).toEqual([200, false]);
    await api.patch(`/v1/users/${body.id}`, { active: true });
    expect((await http(app, secret).get("/v1/users/me")).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("ends the sessions with a new role or password, and a token loses what its owner lost", async () => {
    const { body } = await create({ role: "supervisor", password });
    const owner: Actor = { ...company.supervisor, id: body.id, userId: body.id };
    const { secret } = await company.token(["users_read"], owner);
    expect((await http(app, secret).get("/v1/users")).status).toBe(200);
    const browser = await signedIn(body.email);
    await api.patch(`/v1/users/${body.id}`, { role: "viewer" });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await http(app, secret).get("/v1/users")).status).toBe(403);
    const again = await signedIn(body.email);
    await api.patch(`/v1/users/${body.id}`, { password: "another harbour" });
    expect(await isSignedIn(again)).toBe(false);
  });

  it("keeps the last active administrator", async () => {
    const alone = await furnishedCompany("Alone", allFurniture);
    const client = http(app, (await alone.token(["admin"])).secret);
    const path = `/v1/users/${alone.admin.userId}`;
    for (const change of [{ role: "agent" }, { active: false }])
      expect((await client.patch(path, change)).body.error).toBe("conflict");
    expect((await client.delete(path)).status).toBe(409);
    const second = await alone.person("admin", "Second");
    expect((await client.patch<User>(path, { role: "agent" })).body.role).toBe("agent");
    expect((await client.delete(`/v1/users/${second.userId}`)).status).toBe(403);
  });

  it("keeps one administrator when two step down at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const pair = await furnishedCompany(`Pair ${round}`, allFurniture);
      const second = await pair.person("admin", "Second");
      const clients = await Promise.all(
        [pair.admin, second].map(async (admin) => http(app, (await pair.token(["admin"], admin)).secret)),
      );
      await Promise.all(
        clients.map((client, index) =>
          client.patch(`/v1/users/${[pair.admin, second][index]?.userId}`, { role: "viewer" }),
        ),
      );
      const { rows } = await systemPool().query<{ n: number }>(
        `select count(*) as n from users where "companyId" = $1 and "role" = 'admin' and "active"`,
        [pair.companyId],
      );
      expect(rows[0]?.n).toBe(1);
    }
  });
});

describe("one's own profile", () => {
  it("shows who one is and what one may do, and keeps one's choices", async () => {
    await updateProfile.execute(company.viewer, { name: "Vera V.", preferences: { theme: "dark" } });
    await updateProfile.execute(company.viewer, { availability: "away", preferences: { locale: "es" } });
    const profile = await readProfile.execute(company.viewer, {});
    expect(profile.user).toMatchObject({ name: "Vera V.", availability: "away", role: "viewer" });
    expect(profile.preferences).toEqual({ theme: "dark", locale: "es" });
    expect(profile.permissions.sort()).toEqual(["clients_read", "reports_read"]);
    expect(profile.company).toMatchObject({ id: company.companyId, name: "Acme" });
    expect(profile.lacks).toEqual([]);
    const without = (features: object) =>
      systemPool().query(`update companies set "features" = $2 where "id" = $1`, [company.companyId, features]);
    await without({ webhooks: false, export: false, ai: true });
    expect((await readProfile.execute(company.viewer, {})).lacks).toEqual(["webhooks", "export"]);
    await without({});
  });

  it("takes a new password only with the current one, and ends the other sessions", async () => {
    const { body } = await create({ password });
    const [here, there] = [await signedIn(body.email), await signedIn(body.email)];
    const actor = await actorFromCookies(here.cookieHeader);
    if (!actor) throw new Error("signed in");
    const change = (currentPassword: string, newPassword: string) =>
      changePassword.execute(actor, { currentPassword, newPassword });
    await expect(change("wrong", "another harbour")).rejects.toMatchObject({ details: [{ field: "currentPassword" }] });
    await expect(change(password, "12345678")).rejects.toMatchObject({ details: [{ field: "newPassword" }] });
    expect(await change(password, "another harbour")).toEqual({ ended: 1 });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect((await new Browser("192.0.2.200").signIn(body.email, password)).status).toBe(401);
    expect((await new Browser("192.0.2.201").signIn(body.email, "another harbour")).status).toBe(200);
  });

  it("slows down who guesses the current password in an open browser", async () => {
    const { body } = await create({ password });
    const actor: Actor = { ...company.agent, id: body.id, userId: body.id };
    const guess = () => changePassword.execute(actor, { currentPassword: "wrong", newPassword: "another harbour" });
    for (let n = 0; n < 10; n += 1) await expect(guess()).rejects.toMatchObject({ code: "validation_error" });
    await expect(guess()).rejects.toMatchObject({ code: "rate_limited" });
  });
});
