import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { addNote } from "#server/conversations/noting/noting.ts";
import { systemPool } from "#server/db/system.ts";
import { viewerOf } from "#server/http/viewer.ts";
import { authApp } from "#server/sessions/http.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { type Ear, type SocketServer, serveSockets, signedIn, until } from "#server/testing/sockets.ts";
import { trpcHandler } from "#server/trpc/handler.ts";
import { uploadsApp } from "#server/uploads/http.ts";
import { deactivateUser, updateUser } from "#server/users/editing.ts";
import { actorFromCookies } from "./authentication.ts";

const company = await openCompany("Preview", allFurniture);
let server: SocketServer;

beforeAll(async () => {
  server = await serveSockets();
});
afterAll(() => server.close());

async function ask(cookie: string, procedure: string, input: unknown, method: "POST" | "GET" = "POST") {
  const { origin } = new URL(env.publicUrl);
  const headers = { cookie, origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const asked = method === "GET" ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  const body = method === "POST" ? { body: JSON.stringify(input) } : {};
  const request = new Request(`${env.publicUrl}/api/trpc/${procedure}${asked}`, { method, headers, ...body });
  const response = await trpcHandler(request, "request-1", "192.0.2.1");
  return { status: response.status, body: await response.json() };
}

/** An administrator's browser that looks as somebody. */
async function looking(userId: string | null) {
  const browser = await signedIn(company.admin);
  const begun = await ask(browser.cookie, "sessions.seeAs", { userId });
  expect(begun.status).toBe(200);
  return browser;
}

const told = async (type: string, sessionId: string) =>
  (await eventsOf(company)).filter((event) => event.type === type && event.data.sessionId === sessionId);

describe("an administrator who looks as somebody else", () => {
  it("has their name, rights and rows, until they stop, and the log has both ends [W11]", async () => {
    const { cookie, sessionId } = await looking(company.agent.userId);
    const seen = await actorFromCookies(cookie);
    expect(seen).toMatchObject({ userId: company.agent.userId, seenBy: { userId: company.admin.userId } });
    expect(seen?.permissions.has("admin")).toBe(false);
    expect(await viewerOf(cookie)).toMatchObject({ preview: true, profile: { user: { name: company.agent.name } } });
    expect((await ask(cookie, "users.list", {}, "GET")).status).toBe(403);
    expect(await told("session/preview_started", sessionId)).toMatchObject([
      { actorId: company.admin.userId, data: { userId: company.agent.userId, byId: company.admin.userId } },
    ]);
    expect((await ask(cookie, "sessions.stopSeeingAs", {})).body.result.data).toEqual({ stopped: true });
    expect((await ask(cookie, "sessions.stopSeeingAs", {})).body.result.data).toEqual({ stopped: false });
    expect(await viewerOf(cookie)).toMatchObject({ preview: false, profile: { user: { name: company.admin.name } } });
    expect(await told("session/preview_ended", sessionId)).toMatchObject([
      { actorId: company.admin.userId, data: { userId: company.agent.userId } },
    ]);
  });

  it("changes nothing by any door, not even by looking as the next [W11]", async () => {
    const { cookie } = await looking(company.agent.userId);
    const conversationId = company.given.conversationId ?? "";
    for (const [procedure, input] of [
      ["conversations.markRead", { conversationId, seq: 1 }],
      ["conversations.addNote", { conversationId, message: "From nobody" }],
      ["users.updateProfile", { name: "Mallory" }],
      ["sessions.seeAs", { userId: company.viewer.userId }],
    ] as const) {
      const refused = await ask(cookie, procedure, input);
      expect([procedure, refused.status]).toEqual([procedure, 403]);
    }
    const note = await ask(cookie, "conversations.addNote", { conversationId, message: "x" });
    expect(note.body.error.data).toMatchObject({ error: "forbidden", extra: { seenAs: company.agent.name } });
    const headers = { cookie, origin: new URL(env.publicUrl).origin, "sec-fetch-site": "same-origin" };
    const files = () => systemPool().query(`select 1 from uploads where "companyId" = $1`, [company.companyId]);
    const before = (await files()).rowCount;
    const upload = await uploadsApp.request("/?name=a.txt", { method: "POST", headers, body: "hello" });
    expect([upload.status >= 400, (await files()).rowCount]).toEqual([true, before]);
  });

  it("is refused to everybody else, as oneself, as strangers and as the deactivated [W11]", async () => {
    const { cookie } = await signedIn(company.supervisor);
    expect((await ask(cookie, "sessions.seeAs", { userId: company.agent.userId })).status).toBe(403);
    const admin = (await signedIn(company.admin)).cookie;
    const gone = await company.person("agent", "Gone");
    await deactivateUser.execute(company.admin, { userId: gone.id });
    expect((await ask(admin, "sessions.seeAs", { userId: company.admin.userId })).status).toBe(409);
    expect((await ask(admin, "sessions.seeAs", { userId: gone.id })).status).toBe(409);
    for (const userId of ["00000000-0000-7000-8000-000000000000", "x"])
      expect((await ask(admin, "sessions.seeAs", { userId })).status).toBe(404);
    for (const input of [{}, { userId: null }, { userId: ["x"] }])
      expect((await ask(admin, "sessions.seeAs", input)).status).toBe(400);
  });

  it("follows what the person may do by now, and ends when they are deactivated or the session is over [W11]", async () => {
    const person = await company.person("agent", "Ana");
    const { cookie, sessionId } = await looking(person.userId);
    await updateUser.execute(company.admin, { userId: person.id, role: "viewer" });
    const seen = await actorFromCookies(cookie);
    expect([seen?.userId, seen?.permissions.has("chat_talk")]).toEqual([person.id, false]);
    await deactivateUser.execute(company.admin, { userId: person.id });
    expect((await actorFromCookies(cookie))?.userId).toBe(company.admin.userId);
    await updateUser.execute(company.admin, { userId: person.id, active: true });
    expect((await actorFromCookies(cookie))?.userId).toBe(company.admin.userId);
    expect(await told("session/preview_ended", sessionId)).toHaveLength(1);
  });

  it("ends with the administrator's own rights [W11]", async () => {
    const other = await company.person("admin", "Other admin");
    const { cookie } = await signedIn(other);
    await ask(cookie, "sessions.seeAs", { userId: company.agent.userId });
    expect((await actorFromCookies(cookie))?.userId).toBe(company.agent.userId);
    await updateUser.execute(company.admin, { userId: other.id, role: "viewer" });
    expect(await actorFromCookies(cookie)).toBeNull();
  });

  it("can sign out, which ends the session and is no sign-out of the person seen [W11]", async () => {
    const theirs = await signedIn(company.agent);
    const { cookie, sessionId } = await looking(company.agent.userId);
    const answer = await authApp.request("/api/auth/csrf", { headers: { cookie } });
    const given = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
    const { csrfToken } = (await answer.json()) as { csrfToken: string };
    await authApp.request("/api/auth/signout", {
      method: "POST",
      headers: {
        cookie: [cookie, ...given].join("; "),
        "content-type": "application/x-www-form-urlencoded",
        "content-length": "200",
      },
      body: new URLSearchParams({ csrfToken, json: "true" }).toString(),
    });
    expect(await actorFromCookies(cookie)).toBeNull();
    expect((await actorFromCookies(theirs.cookie))?.userId).toBe(company.agent.userId);
    expect(await told("session/preview_ended", sessionId)).toHaveLength(1);
  });
});

describe("a socket of somebody who only looks", () => {
  const named = (ear: Ear, name: string) => ear.others.filter((one) => one.name === name);

  it("hears what the person hears, and shows them nowhere and lets nobody type as them [W11]", async () => {
    const conversationId = company.given.conversationId ?? "";
    const colleague = await server.agent((await signedIn(company.supervisor)).cookie);
    await colleague.watch(conversationId);
    const { cookie } = await looking(company.viewer.userId);
    const ear = await server.agent(cookie);
    expect(named(ear, "hello")).toMatchObject([{ state: { userId: company.viewer.userId } }]);
    expect(await ear.watch(conversationId)).toEqual({ ok: true });
    const typing = await ear.socket.timeout(3000).emitWithAck("typing", { conversationId, typing: true });
    expect(typing).toEqual({ ok: false, error: "forbidden" });
    await addNote.execute(company.admin, { conversationId, message: "for the thread" });
    await until(() => ear.events.some(({ note }) => note?.text === "for the thread"));
    const ids = JSON.stringify([named(colleague, "viewers"), named(colleague, "presence")]);
    expect(ids).not.toContain(company.viewer.userId);
    expect(named(colleague, "typing")).toEqual([]);
  });

  it("is told to load anew when the view begins and ends, and the person's own is left alone [W11]", async () => {
    const { cookie } = await signedIn(company.admin);
    const theirs = await server.agent((await signedIn(company.agent)).cookie);
    const before = await server.agent(cookie);
    await ask(cookie, "sessions.seeAs", { userId: company.agent.userId });
    await until(() => named(before, "other-person").length === 1);
    const during = await server.agent(cookie);
    await ask(cookie, "sessions.stopSeeingAs", {});
    await until(() => named(during, "other-person").length === 1);
    expect(theirs.others.map(({ name }) => name)).not.toContain("other-person");
    expect(theirs.socket.connected).toBe(true);
  });
});

it("every query that screens call as a change is refused while one looks, or known to change nothing [W11]", () => {
  const dryRuns = ["assignment.dryRun", "campaigns.dryRun", "rules.dryRun"];
  const texts = ["imports.outcomeText", "imports.historyText"];
  const readers = [...dryRuns, "erasures.readPerson", "contacts.exportPiece", ...texts];
  const root = path.join(import.meta.dirname, "..");
  const files = fs.readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const sources = files.map((name) => fs.readFileSync(path.join(root, name), "utf8"));
  const mutated = new Set(sources.flatMap((text) => [...text.matchAll(/mutation\((\w+)\)/g)].map(([, name]) => name)));
  const queries = sources.flatMap((text) => [
    ...text.matchAll(
      /export const (\w+) = query\(\{\s+name: "([^"]+)",\s+access: [^\n]+\n(\s+whileSeeing: "refused")?/g,
    ),
  ]);
  const acting = queries.filter(([, variable]) => mutated.has(variable));
  expect(acting.length).toBeGreaterThan(8);
  expect(
    acting
      .filter(([, , , refused]) => !refused)
      .map(([, , name]) => name)
      .sort(),
  ).toEqual(readers.sort());
});
