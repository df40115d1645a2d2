import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCompany } from "#server/companies/creating.ts";
import { env, secret } from "#server/config/env.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { elsewhereApp } from "#server/notifications/http.ts";
import { Browser } from "#server/testing/browser.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { trpcHandler } from "#server/trpc/handler.ts";
import { createUser } from "#server/users/creating.ts";
import { updateUser } from "#server/users/editing.ts";
import { accountsApp } from "#server/users/http.ts";
import { createInvitation } from "#server/users/invitations/writing.ts";
import { actorFromCookies, forgetSessions, isOtherPerson } from "../authentication.ts";
import { sessionCookie, walletCookie } from "../cookies.ts";

const passwordOfA = "a long enough one";
const passwordOfB = "another long one";
let count = 0;
const newBrowser = () => {
  count += 1;
  return new Browser(`198.20.0.${count}`);
};
const { origin } = new URL(env.publicUrl);

beforeAll(openDoors);
afterAll(closeDoors);

/** One address in two companies, each of which gave it a password of its own. */
async function both({ sameThere = false } = {}) {
  count += 1;
  const email = `ana.${Date.now()}.${count}@example.com`;
  const a = await createCompany({ name: "Acme", admin: { name: "Ana", email, password: passwordOfA } });
  const boss = { name: "Mallory", email: `boss.${email}`, password: passwordOfB };
  const b = await createCompany({ name: "Bolt", admin: boss });
  const password = sameThere ? passwordOfA : passwordOfB;
  const there = await createUser.execute(systemActor(b.companyId), { name: "Ana B", email, role: "agent", password });
  return { email, a, b, userInB: there.id };
}

async function ask(browser: Browser, body?: unknown, headers: Record<string, string> = {}) {
  const response = await elsewhereApp.request(
    "/",
    {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...{ cookie: browser.cookieHeader, origin, "sec-fetch-site": "same-origin" },
        ...{ "content-type": "application/json", ...headers },
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: "198.20.1.1" } } },
  );
  for (const cookie of response.headers.getSetCookie()) browser.keep(cookie);
  return response;
}

async function listed(browser: Browser): Promise<{ name: string; userName: string; unread: number }[]> {
  const { companies } = (await (await ask(browser)).json()) as {
    companies: { name: string; userName: string; unread: number }[];
  };
  return companies;
}

const go = async (browser: Browser, companyId: string) => (await ask(browser, { companyId })).status;
const whereIs = async (browser: Browser): Promise<Actor | null> => actorFromCookies(browser.cookieHeader);

async function inBoth() {
  const own = await both();
  const browser = newBrowser();
  await browser.signIn(own.email, passwordOfA);
  await browser.signIn(own.email, passwordOfB);
  return { ...own, browser };
}

describe("one person in several companies [P5]", () => {
  it("switches without signing in again between companies that were both proven in this browser", async () => {
    const { browser, a, b, userInB } = await inBoth();
    expect(await whereIs(browser)).toMatchObject({ companyId: b.companyId, userId: userInB });
    expect(await listed(browser)).toMatchObject([{ name: "Acme", userName: "Ana", unread: 0 }]);
    expect(await go(browser, a.companyId)).toBe(200);
    expect(await whereIs(browser)).toMatchObject({ companyId: a.companyId, userId: a.userId });
    expect(await listed(browser)).toMatchObject([{ name: "Bolt", userName: "Ana B" }]);
    expect(await go(browser, b.companyId)).toBe(200);
    expect((await whereIs(browser))?.companyId).toBe(b.companyId);
    // Where one is already there is nothing to switch to.
    expect(await go(browser, b.companyId)).toBe(404);
  });

  it("opens the other company where both have the same password", async () => {
    const { email, a, b } = await both({ sameThere: true });
    const browser = newBrowser();
    await browser.signIn(email, passwordOfA);
    const first = (await whereIs(browser))?.companyId;
    await browser.signIn(email, passwordOfA);
    const second = (await whereIs(browser))?.companyId;
    expect(new Set([first, second])).toEqual(new Set([a.companyId, b.companyId]));
    expect(await listed(browser)).toHaveLength(1);
  });

  it("gives who writes an address into their own company nothing of another company with that address", async () => {
    const { email, a, b } = await both();
    const victim = newBrowser();
    await victim.signIn(email, passwordOfA);
    // Mallory knows the password that she gave.
    const mallory = newBrowser();
    await mallory.signIn(email, passwordOfB);
    expect((await whereIs(mallory))?.companyId).toBe(b.companyId);
    expect(await listed(mallory)).toEqual([]);
    expect(await go(mallory, a.companyId)).toBe(404);
    expect((await whereIs(mallory))?.companyId).toBe(b.companyId);
    // Nor is her company shown to the victim, who has proven nothing there.
    expect(await listed(victim)).toEqual([]);
    expect(await go(victim, b.companyId)).toBe(404);
  });

  it("takes no list of companies that it has not sealed for this purpose", async () => {
    const { email, a, b } = await both();
    const victim = newBrowser();
    await victim.signIn(email, passwordOfA);
    const claims = await (await import("../authentication.ts")).claimsIn(victim.cookies.get(sessionCookie) ?? "");
    for (const forged of [
      "x",
      victim.cookies.get(sessionCookie) ?? "",
      await encode({ token: { sessions: [claims] }, secret: "another secret", salt: "other companies" }),
      await encode({ token: { sessions: [claims] }, secret: secret(), salt: "choice between companies" }),
    ]) {
      const mallory = newBrowser();
      await mallory.signIn(email, passwordOfB);
      mallory.cookies.set(walletCookie, forged);
      expect(await listed(mallory)).toEqual([]);
      expect(await go(mallory, a.companyId)).toBe(404);
      expect((await whereIs(mallory))?.companyId).toBe(b.companyId);
    }
  });

  it("ends what the browser kept when somebody else signs in, and at the sign-out", async () => {
    const first = await inBoth();
    const [one, other] = [first.browser.cookieHeader, new Browser()];
    for (const [name, value] of first.browser.cookies) other.cookies.set(name, value);
    await go(other, first.a.companyId);
    await first.browser.signIn(`boss.${first.email}`, passwordOfB);
    forgetSessions({ companyId: first.a.companyId });
    forgetSessions({ companyId: first.b.companyId });
    expect(await listed(first.browser)).toEqual([]);
    for (const header of [one, other.cookieHeader]) expect(await actorFromCookies(header)).toBeNull();

    const second = await inBoth();
    const { cookieHeader } = second.browser;
    await go(second.browser, second.a.companyId);
    const inA = second.browser.cookieHeader;
    await second.browser.signOut();
    for (const { companyId } of [second.a, second.b]) forgetSessions({ companyId });
    for (const header of [cookieHeader, inA]) expect(await actorFromCookies(header)).toBeNull();
    expect(second.browser.cookies.has(walletCookie)).toBe(false);
  });

  it("leaves out a company where the person is no longer, or has another address", async () => {
    const gone = await inBoth();
    await updateUser.execute(systemActor(gone.b.companyId), { userId: gone.userInB, active: false });
    forgetSessions({ companyId: gone.b.companyId });
    expect(await whereIs(gone.browser)).toBeNull();
    expect(await go(gone.browser, gone.a.companyId)).toBe(200);
    expect(await listed(gone.browser)).toEqual([]);
    expect(await go(gone.browser, gone.b.companyId)).toBe(404);

    const renamed = await inBoth();
    await go(renamed.browser, renamed.a.companyId);
    const email = `else.${renamed.email}`;
    await updateUser.execute(systemActor(renamed.b.companyId), { userId: renamed.userInB, email });
    expect(await listed(renamed.browser)).toEqual([]);
    expect(await go(renamed.browser, renamed.b.companyId)).toBe(404);
  });

  it("keeps the company one is in when an invitation to another is accepted", async () => {
    const { email, a } = await both();
    const boss = { name: "Bo", email: `bo.${email}`, password: passwordOfB };
    const c = await createCompany({ name: "Cargo", admin: boss });
    const { link } = await createInvitation.execute(systemActor(c.companyId), { email, role: "agent" });
    const browser = newBrowser();
    await browser.signIn(email, passwordOfA);
    const headers = { cookie: browser.cookieHeader, origin, "sec-fetch-site": "same-origin" };
    const response = await accountsApp.request(
      "/join",
      {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ token: link.split("#")[1], name: "Ana C", password: "tea at the harbour" }),
      },
      { incoming: { socket: { remoteAddress: "198.20.1.2" } } },
    );
    expect(response.status).toBe(200);
    for (const cookie of response.headers.getSetCookie()) browser.keep(cookie);
    expect((await whereIs(browser))?.companyId).toBe(c.companyId);
    expect(await listed(browser)).toMatchObject([{ name: "Acme" }]);
    expect(await go(browser, a.companyId)).toBe(200);
  });

  it("is asked for from our own pages only", async () => {
    const { browser, a, b } = await inBoth();
    const foreign: Record<string, string>[] = [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }];
    for (const headers of foreign) expect((await ask(browser, { companyId: a.companyId }, headers)).status).toBe(403);
    expect((await whereIs(browser))?.companyId).toBe(b.companyId);
    for (const companyId of ["", "x", "' or 1=1", 7, null])
      expect((await ask(browser, { companyId })).status).toBeGreaterThan(399);
  });

  it("answers no page that was drawn for the other company", async () => {
    const { browser, a, userInB } = await inBoth();
    const call = async (person: string | undefined) => {
      const headers = { cookie: browser.cookieHeader, ...(person ? { "x-parley-person": person } : {}) };
      const request = new Request(`${env.publicUrl}/api/trpc/users.profile?input=%7B%7D`, { headers });
      const response = await trpcHandler(request, "request-1", "198.20.1.3");
      return { status: response.status, text: await response.text() };
    };
    expect((await call(userInB)).status).toBe(200);
    expect((await call(undefined)).status).toBe(200);
    const refused = await call(a.userId);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("other_person");
    expect(refused.text).not.toContain("Bolt");
    const actor = await whereIs(browser);
    expect(actor && [isOtherPerson(actor, a.userId), isOtherPerson(actor, userInB)]).toEqual([true, false]);
  });
});
