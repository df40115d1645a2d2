import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { type MailServer, sendByMailServer } from "#server/testing/mail-server.ts";

const password = "a long enough one";
const another = "tea at the harbour";
let mail: MailServer;
let made: { companyId: string; userId: string };
let email: string;
let admin: Actor;
let parts: Awaited<ReturnType<typeof load>>;

async function load() {
  const doors = await import("#server/testing/doors.ts");
  doors.openDoors();
  return {
    ...{ doors, ...(await import("#server/base/clock.ts")), ...(await import("#server/core/actor.ts")) },
    ...{ ...(await import("./http.ts")), ...(await import("./invitations/writing.ts")) },
    ...{ ...(await import("./invitations/listing.ts")), ...(await import("./resets/resetting.ts")) },
    ...{ ...(await import("./editing.ts")), ...(await import("./listing.ts")) },
    ...{ ...(await import("#server/mail/sending.ts")), ...(await import("#server/testing/browser.ts")) },
    ...{ ...(await import("#server/sessions/authentication.ts")), ...(await import("#server/core/permissions.ts")) },
    ...{ ...(await import("#server/companies/creating.ts")), ...(await import("#server/db/system.ts")) },
  };
}

beforeAll(async () => {
  mail = await sendByMailServer();
  parts = await load();
  email = `${newId()}@example.com`;
  made = await parts.createCompany({ name: "Acme", admin: { name: "Ana", email, password } });
  const { companyId, userId } = made;
  const permissions = new Set<string>(parts.permissionsOfRole("admin"));
  admin = { type: "user", companyId, id: userId, userId, name: "Ana", permissions, seesUnassigned: false };
});
afterAll(async () => {
  await parts.doors.closeDoors();
});
beforeEach(() => {
  mail.arrived.length = 0;
});
afterEach(() => parts.shiftClock(0));

let networks = 0;
async function ask(path: string, given: object, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) {
  networks += 1;
  const body = JSON.stringify(given);
  const type = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  const response = await parts.accountsApp.request(
    `/${path}`,
    { method: "POST", body, headers: { ...type, ...headers } },
    { incoming: { socket: { remoteAddress: `198.51.${Math.floor(networks / 200)}.${networks % 200}` } } },
  );
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, answer, cookies: response.headers.getSetCookie() };
}
const faultOf = ({ answer }: { answer: Record<string, unknown> }) =>
  (answer.details as { field: string; code: string }[] | undefined)?.[0];
const deadLink = { field: "token", code: "expired_link" };
const tokenIn = (text: string) => /#([\w-]{43})/.exec(text)?.[1] ?? "";
const send = () => parts.sendDueMail.execute(parts.systemActor(made.companyId), {});
const invite = (more: object = {}) =>
  parts.createInvitation.execute(admin, { email: `${newId()}@example.com`, role: "agent", ...more });
const join = (token: string, given: object = {}) => ask("join", { token, name: "Bea", password: another, ...given });

describe("an invitation [P5]", () => {
  it("arrives by mail, opens once, and its person is signed in with the role and language given", async () => {
    const { email: to, mail: state } = await invite({ locale: "pt", role: "supervisor" });
    expect(state).toBe("waiting");
    expect(await send()).toEqual({ sent: 1 });
    const arrived = await mail.until(1);
    expect(arrived.to).toEqual([to]);
    expect(arrived.text).toContain("Ana convida você para entrar na equipe de Acme");
    const token = tokenIn(arrived.text);
    expect((await ask("invitation", { token })).answer).toEqual({ company: "Acme", email: to });
    const { status, cookies } = await join(token);
    expect(status).toBe(200);
    const actor = await parts.actorFromCookies(cookies.map((one) => one.split(";")[0]).join("; "));
    expect(actor).toMatchObject({ companyId: made.companyId, name: "Bea" });
    expect(cookies.every((one) => /HttpOnly; SameSite=Lax/.test(one))).toBe(true);
    const { role, active } = await parts.readUser.execute(admin, { userId: actor?.userId ?? "" });
    expect({ role, active }).toEqual({ role: "supervisor", active: true });
    const { rows } = await parts
      .systemPool()
      .query(
        `select "data" from events where "companyId" = $1 and "type" = 'user/changed' order by "id" desc limit 1`,
        [made.companyId],
      );
    expect(rows).toEqual([{ data: { id: actor?.userId, changes: { role: { before: null, after: "supervisor" } } } }]);
    expect((await new parts.Browser("192.0.2.1").signIn(to, another)).status).toBe(200);
    expect(faultOf(await join(token))).toMatchObject(deadLink);
    expect((await parts.listInvitations.execute(admin, {})).map((one) => one.email)).not.toContain(to);
  });

  it("stores no token, and two who open it at once are one member", async () => {
    const { link } = await invite();
    const token = tokenIn(link);
    const { rows } = await parts.systemPool().query(`select i::text as "text" from invitations i`);
    expect(JSON.stringify(rows)).not.toContain(token);
    const both = await Promise.all([join(token), join(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("goes to one address five times a day by mail, however it is made, and without one as often as asked [found S15]", async () => {
    const to = `${newId()}@example.com`;
    const again = async (given: object = {}) => {
      const made = await invite({ email: to, ...given });
      await parts.revokeInvitation.execute(admin, { invitationId: made.id });
    };
    for (let n = 0; n < 4; n += 1) await again();
    const fifth = await invite({ email: to });
    const renewed = { invitationId: fifth.id };
    await expect(parts.renewInvitation.execute(admin, renewed)).rejects.toMatchObject({ code: "rate_limited" });
    const { app } = await import("#server/rest/app.ts");
    const { createToken } = await import("#server/tokens/creating.ts");
    const { token } = await createToken.execute(admin, { name: "Inviting", permissions: ["admin"] });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const told = await app.request(`/v1/invitations/${fifth.id}/renew`, { method: "POST", headers, body: "{}" });
    expect(told.status).toBe(429);
    expect(Number(told.headers.get("retry-after"))).toBeGreaterThan(23 * 3600);
    expect(await told.json()).not.toHaveProperty("retryAfter");
    await parts.renewInvitation.execute(admin, { ...renewed, mail: false });
    await parts.revokeInvitation.execute(admin, renewed);
    await expect(again()).rejects.toMatchObject({ code: "rate_limited" });
    await again({ mail: false });
    expect((await invite()).mail).toBe("waiting");
    parts.shiftClock(25 * 3_600_000);
    await again();
  });

  it("opens nothing while who invited has left or may not give as much, until somebody else sends it again [W11, P5]", async () => {
    const { companyId } = made;
    const userOf = async () => {
      const { link } = await parts.createInvitation.execute(admin, { email: `${newId()}@example.com`, role: "admin" });
      const { cookies } = await join(tokenIn(link));
      const actor = await parts.actorFromCookies(cookies.map((one) => one.split(";")[0]).join("; "));
      if (actor?.type !== "user") throw new Error("nobody has joined");
      return actor;
    };
    for (const changes of [{ active: false }, { role: "supervisor" as const }]) {
      const inviter = await userOf();
      const by = { ...admin, id: inviter.id, userId: inviter.id };
      const token = { ...by, type: "token" as const, id: newId() };
      const links = [];
      for (const who of [by, token]) {
        const given = { email: `${newId()}@example.com`, role: "admin" as const, mail: false };
        links.push(await parts.createInvitation.execute(who, given));
      }
      await parts.updateUser.execute(parts.systemActor(companyId), { userId: inviter.id, ...changes });
      for (const { link } of links) {
        expect(faultOf(await ask("invitation", { token: tokenIn(link) }))).toMatchObject(deadLink);
        expect(faultOf(await join(tokenIn(link)))).toMatchObject(deadLink);
      }
      const again = { invitationId: links[0]?.id ?? "", mail: false };
      const renewed = await parts.renewInvitation.execute(admin, again);
      expect((await join(tokenIn(renewed.link))).status).toBe(200);
    }
  });

  it("ends after seven days, when it is renewed, and when it is taken back", async () => {
    const first = await invite();
    const renewed = await parts.renewInvitation.execute(admin, { invitationId: first.id, mail: false });
    expect(renewed.mail).toBe("none");
    expect(faultOf(await join(tokenIn(first.link)))).toMatchObject(deadLink);
    expect((await ask("invitation", { token: tokenIn(renewed.link) })).status).toBe(200);
    await parts.revokeInvitation.execute(admin, { invitationId: first.id });
    expect(faultOf(await join(tokenIn(renewed.link)))).toMatchObject(deadLink);
    const late = await invite();
    await parts
      .systemPool()
      .query(`update invitations set "expiresAt" = now() - interval '1 second' where "id" = $1`, [late.id]);
    expect(faultOf(await join(tokenIn(late.link)))).toMatchObject(deadLink);
  });

  it("refuses weak passwords, members, and who was invited already", async () => {
    const { link, email: to } = await invite();
    const token = tokenIn(link);
    expect(faultOf(await join(token, { password: "password1" }))).toMatchObject({ field: "password" });
    expect(faultOf(await join(token, { name: " " }))).toMatchObject({ field: "name" });
    await expect(invite({ email: to.toUpperCase() })).rejects.toMatchObject({ code: "already_exists" });
    await expect(invite({ email })).rejects.toMatchObject({ code: "already_exists" });
    expect((await join(token)).status).toBe(200);
  });

  it("cannot give more than its maker has, and keeps to the plan's number of users", async () => {
    const permissions = new Set<string>(["users_read", "users_write"]);
    const clerk: Actor = { ...admin, permissions };
    const wanted = { email: `${newId()}@example.com`, role: "admin" as const };
    await expect(parts.createInvitation.execute(clerk, wanted)).rejects.toMatchObject({ code: "forbidden" });
    const { companyId, userId } = await parts.createCompany({
      name: "Small",
      admin: { name: "Sam", email: `${newId()}@example.com`, password },
    });
    const sam: Actor = { ...admin, companyId, id: userId, userId };
    await parts.systemPool().query(
      `with p as (insert into plans select (jsonb_populate_record(p, jsonb_build_object('id', $2::text, 'userLimit', 2))).*
         from plans p where p."id" = (select "planId" from companies where "id" = $1) returning "id")
       update companies set "planId" = p."id" from p where companies."id" = $1`,
      [companyId, newId()],
    );
    await parts.createInvitation.execute(sam, { email: `${newId()}@example.com`, role: "agent" });
    const more = { email: `${newId()}@example.com`, role: "agent" as const };
    await expect(parts.createInvitation.execute(sam, more)).rejects.toMatchObject({ code: "plan_limit_reached" });
  });
});

describe("a forgotten password [P5]", () => {
  /** The link that arrives for an address. */
  async function linkFor(address: string): Promise<string> {
    expect(await ask("forgotten", { email: address })).toMatchObject({ status: 200, answer: { mail: true } });
    const arrived = await vi.waitFor(
      async () => {
        await send();
        const found = mail.arrived.find(({ to }) => to.includes(address));
        if (!found) throw new Error("nothing came");
        return found;
      },
      { timeout: 10_000, interval: 30 },
    );
    return tokenIn(arrived.text);
  }
  const member = async () => {
    const { link, email: to } = await invite({ mail: false });
    const { cookies } = await join(tokenIn(link));
    return { to, cookies: cookies.map((one) => one.split(";")[0]).join("; ") };
  };

  it("is replaced by a link once, and every session ends", async () => {
    const { to, cookies } = await member();
    expect(await parts.actorFromCookies(cookies)).not.toBeNull();
    const token = await linkFor(to);
    // Looking at it, as mail programs do too, uses nothing up.
    for (let n = 0; n < 2; n += 1) expect((await ask("reset-link", { token })).answer).toEqual({ email: to });
    expect(faultOf(await ask("reset", { token, password: "12345678" }))).toMatchObject({ field: "password" });
    expect((await ask("reset", { token, password: "quite another secret" })).answer).toEqual({ email: to });
    parts.forgetSessions({ companyId: made.companyId });
    expect(await parts.actorFromCookies(cookies)).toBeNull();
    expect(faultOf(await ask("reset", { token, password: "yet another secret" }))).toMatchObject(deadLink);
    expect(faultOf(await ask("reset-link", { token }))).toMatchObject(deadLink);
    expect((await new parts.Browser("192.0.2.2").signIn(to, another)).status).toBe(401);
    expect((await new parts.Browser("192.0.2.3").signIn(to, "quite another secret")).status).toBe(200);
    const { rows } = await parts
      .systemPool()
      .query(`select "type", "data" from events where "operation" = 'users.resetPassword' and "type" = 'user/changed'`);
    expect(rows.at(-1)).toMatchObject({ data: { password: "reset" } });
  });

  it("answers the same for an address that nobody has, sends three an hour, and dies with a new password", async () => {
    const { to } = await member();
    const [known, unknown] = [await ask("forgotten", { email: to }), await ask("forgotten", { email: `x${to}` })];
    expect(known).toEqual(unknown);
    for (let round = 0; round < 4; round += 1) await ask("forgotten", { email: to });
    await vi.waitFor(
      async () => {
        await send();
        expect(mail.arrived.filter((one) => one.to.includes(to))).toHaveLength(3);
      },
      { timeout: 10_000, interval: 30 },
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await send();
    const own = mail.arrived.filter((one) => one.to.includes(to));
    expect(own).toHaveLength(3);
    expect(mail.arrived.filter((one) => one.to.includes(`x${to}`))).toEqual([]);
    const token = tokenIn(own[0]?.text ?? "");
    const { rows } = await parts.systemPool().query<{ id: string }>(`select "id" from users where "email" = $1`, [to]);
    await parts.updateUser.execute(admin, { userId: rows[0]?.id ?? "", password: "set by the administrator" });
    expect(faultOf(await ask("reset", { token, password: "yet another secret" }))).toMatchObject(deadLink);
  });

  it("is limited per network, and asked for from our own pages only", async () => {
    const given = JSON.stringify({ email: "nobody@example.com" });
    const asked = () =>
      parts.accountsApp.request(
        "/forgotten",
        {
          method: "POST",
          body: given,
          headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", "content-length": "30" },
        },
        { incoming: { socket: { remoteAddress: "203.0.113.99" } } },
      );
    const statuses: number[] = [];
    for (let round = 0; round < 7; round += 1) statuses.push((await asked()).status);
    expect(statuses).toContain(429);
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await ask("forgotten", { email }, foreign)).status).toBe(403);
    expect((await ask("join", { token: "x".repeat(43), name: "x", password }, foreign)).status).toBe(403);
  });

  it("may be replaced by an administrator's link, for others only, which ends in an hour", async () => {
    const { to } = await member();
    const { rows } = await parts.systemPool().query<{ id: string }>(`select "id" from users where "email" = $1`, [to]);
    const userId = rows[0]?.id ?? "";
    const { link, expiresAt } = await parts.makePasswordLink.execute(admin, { userId });
    expect(Math.abs(new Date(expiresAt).getTime() - Date.now() - 3_600_000)).toBeLessThan(30_000);
    await expect(parts.makePasswordLink.execute(admin, { userId: made.userId })).rejects.toMatchObject({
      code: "validation_error",
    });
    await parts.systemPool().query(`update password_resets set "expiresAt" = now() - interval '1 second'`);
    expect(faultOf(await ask("reset", { token: tokenIn(link), password: another }))).toMatchObject(deadLink);
    expect(faultOf(await ask("reset-link", { token: tokenIn(link) }))).toMatchObject(deadLink);
    for (const token of ["", "x", "' or 1=1 --".repeat(3), "\u0000".repeat(30), "x".repeat(200)]) {
      expect((await ask("reset", { token, password: another })).status).toBe(400);
      expect((await ask("reset-link", { token })).status).toBe(400);
    }
  });
});
