import { encode } from "next-auth/jwt";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { day, hour, minute, second, shiftClock } from "#server/base/clock.ts";
import { seal } from "#server/base/secrets.ts";
import { createCompany } from "#server/companies/creating.ts";
import { env } from "#server/config/env.ts";
import { hashPassword, matchesOf } from "#server/core/passwords.ts";
import { systemPool } from "#server/db/system.ts";
import { Browser } from "#server/testing/browser.ts";
import { adminPassword, adminPasswordHash } from "#server/testing/company.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { overlapping } from "#server/testing/statements/overlapping.ts";
import { actorFromCookies, forgetSessions } from "./authentication.ts";
import { sessionCookie } from "./cookies.ts";
import { endOtherSessions } from "./ending.ts";
import { listSessions } from "./listing.ts";

beforeAll(openDoors);
afterAll(closeDoors);

const password = "a long enough one";
let companyId: string;
let userId: string;
let email: string;

async function newCompany(address = `ana.${Date.now()}.${Math.random()}@example.com`) {
  return {
    email: address,
    ...(await createCompany({ name: "Acme", admin: { name: "Ana", email: address, password } })),
  };
}

beforeAll(async () => {
  ({ companyId, userId, email } = await newCompany());
});
afterEach(() => shiftClock(0));

let nextAddress = 0;
const newBrowser = () => {
  nextAddress += 1;
  return new Browser(`198.51.100.${nextAddress}`);
};

async function signedIn(): Promise<Browser> {
  const browser = newBrowser();
  expect((await browser.signIn(email, password)).status).toBe(200);
  return browser;
}

const whoIs = (browser: Browser) => {
  forgetSessions({ companyId });
  return actorFromCookies(browser.cookieHeader);
};

describe("signing in", () => {
  it("answers a cookie out of reach for scripts, and the cookie stands for the person", async () => {
    const browser = newBrowser();
    const response = await browser.signIn(` ${email.toUpperCase()} `, password);
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith(sessionCookie));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).not.toContain(userId);
    const actor = await actorFromCookies(browser.cookieHeader);
    expect(actor).toMatchObject({ type: "user", companyId, userId, name: "Ana", seesUnassigned: true });
    expect(actor?.permissions).toEqual(new Set(["admin"]));
  });

  it("gives each sign-in a session of its own", async () => {
    const [one, two] = [await whoIs(await signedIn()), await whoIs(await signedIn())];
    expect(one?.sessionId).toBeTypeOf("string");
    expect(one?.sessionId).not.toBe(two?.sessionId);
  });

  it("says that it cannot be done now where the database fails, and nothing of the failure", async () => {
    const owner = new pg.Client({ connectionString: env.databaseUrl });
    await owner.connect();
    const drop = "drop function if exists full_disk() cascade";
    try {
      await owner.query(`create function full_disk() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/1/2"' using errcode = '53100'; end $$`);
      await owner.query(`create trigger full_disk before insert on user_sessions for each row
        when (new."companyId" = '${companyId}') execute function full_disk()`);
      const response = await newBrowser().signIn(email, password);
      expect(response.status).toBe(503);
      expect(await response.text()).not.toMatch(/file|base/);
    } finally {
      await owner.query(drop);
      await owner.end();
    }
    await signedIn();
  });

  it("refuses a wrong password, an unknown email and an inactive user in the same words", async () => {
    const other = await newCompany();
    await systemPool().query(`update users set "active" = false where "id" = $1`, [other.userId]);
    const answers = [];
    for (const [address, secret] of [
      [email, "not the password"],
      ["nobody@example.com", password],
      [other.email, password],
    ] as const) {
      const response = await newBrowser().signIn(address, secret);
      answers.push([response.status, await response.text()]);
    }
    expect(answers[0]?.[0]).toBe(401);
    expect(answers[0]?.[1]).toContain("error=CredentialsSignin");
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("needs the token that only our own page can read", async () => {
    const browser = newBrowser();
    await browser.send("callback/credentials", { email, password });
    expect(await actorFromCookies(browser.cookieHeader)).toBeNull();
  });

  it("finds the right company by the password where an email is known to several", async () => {
    const twin = await createCompany({
      name: "Twin",
      admin: { name: "Ana", email, password: "quite another secret" },
    });
    const browser = newBrowser();
    await browser.signIn(email, "quite another secret");
    expect(await actorFromCookies(browser.cookieHeader)).toMatchObject({ companyId: twin.companyId });
    await systemPool().query(
      `update users set "passwordHash" = (select "passwordHash" from users where "id" = $1) where "id" = $2`,
      [userId, twin.userId],
    );
    const again = newBrowser();
    await again.signIn(email, password);
    // Both match now: the one used last.
    expect(await actorFromCookies(again.cookieHeader)).toMatchObject({ companyId: twin.companyId });
    await systemPool().query(`update users set "active" = false where "id" = $1`, [twin.userId]);
  });
});

describe("one address in several companies", () => {
  it("signs in to the sixth too", async () => {
    const one = await newCompany();
    for (let n = 0; n < 5; n += 1)
      await createCompany({
        name: `Other ${n}`,
        admin: { name: "Ana", email: one.email, password: `other ${n} password` },
      });
    const last = { name: "Last", admin: { name: "Ana", email: one.email, password: "the last password" } };
    const { companyId } = await createCompany(last);
    const browser = newBrowser();
    expect((await browser.signIn(one.email, "the last password")).status).toBe(200);
    expect(await actorFromCookies(browser.cookieHeader)).toMatchObject({ companyId });
  });

  const refusals = async (of: string) => {
    const { rows } = await systemPool().query<{ count: string }>(
      `select count(*) from events where "companyId" = $1 and "type" = 'session/refused'`,
      [of],
    );
    return Number(rows[0]?.count);
  };

  it("tells neither company of a failed sign-in, and its own company where there is but one [found S17]", async () => {
    const one = await newCompany();
    await newBrowser().signIn(one.email, "not the password");
    await expect.poll(() => refusals(one.companyId)).toBe(1);
    const two = await newCompany(one.email);
    await newBrowser().signIn(one.email, "not the password");
    const alone = await newCompany();
    await newBrowser().signIn(alone.email, "not the password");
    // Noted after the answer: when the later one is there, the earlier would be too.
    await expect.poll(() => refusals(alone.companyId)).toBe(1);
    expect([await refusals(one.companyId), await refusals(two.companyId)]).toEqual([1, 0]);
  });

  it("cannot be inferred from the time a sign-in takes [found S17]", async () => {
    const address = `twice.${Date.now()}@example.com`;
    const first = await hashPassword("one of two", address);
    const second = await hashPassword("two of two", address.toUpperCase());
    const timed = async (stored: (string | null)[]) => {
      const start = performance.now();
      await matchesOf("wrong", address, stored);
      return performance.now() - start;
    };
    // In turns, so that what else the machine does meanwhile falls on all of them.
    const rounds: number[][] = [];
    for (let round = 0; round < 15; round += 1)
      rounds.push([await timed([]), await timed([first, second]), await timed(Array(5).fill(first))]);
    const [none = 0, both, many] = [0, 1, 2].map((at) => Math.min(...rounds.map((times) => times[at] ?? 0)));
    for (const time of [both, many]) expect(time).toBeLessThan(none * 1.7);
    expect(await matchesOf("two of two", address, [first, null, second])).toEqual([false, false, true]);
  });
});

describe("a sign-in under way", () => {
  const held = `with held as (select "companyId", "id" from users where "id" = $1 for update)`;

  it.each([
    ["a new password", `update users u set "passwordHash" = 'another' from held where u."id" = held."id"`],
    ["a deactivation", `update users u set "active" = false from held where u."id" = held."id"`],
    [
      "a second factor",
      `insert into second_factors ("companyId", "userId", "secret", "confirmedAt")
        select "companyId", "id", '${seal("JBSWY3DPEHPK3PXP")}', now() from held`,
    ],
  ])("is refused by %s that comes before its session", async (_what, change) => {
    const { email, userId } = await newCompany();
    const browser = newBrowser();
    const answer = await overlapping(`${held} ${change}`, [userId], () => browser.signIn(email, password));
    expect(answer.status).toBe(401);
    expect(await actorFromCookies(browser.cookieHeader)).toBeNull();
    const { rowCount } = await systemPool().query(`select from user_sessions where "userId" = $1`, [userId]);
    expect(rowCount).toBe(0);
  });

  it("is not refused because another, that began later, was counted before it", async () => {
    const { email } = await newCompany();
    expect((await newBrowser().signIn(email, "another password")).status).toBe(401);
    shiftClock(-1000);
    expect((await newBrowser().signIn(email, password)).status).toBe(200);
  });

  it("is not refused because another renews the stored password in the same moment", async () => {
    const { email, userId } = await newCompany();
    await systemPool().query(`update users set "passwordHash" = $2 where "id" = $1`, [userId, adminPasswordHash]);
    const signing = Array.from({ length: 3 }, () => newBrowser().signIn(email, adminPassword));
    expect((await Promise.all(signing)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe("a session cookie", () => {
  it("is refused when it is missing, damaged, foreign or too long", async () => {
    const foreign = await encode({
      token: { companyId, userId, sessionId: userId },
      secret: "another secret altogether",
    });
    const ours = await encode({
      token: { companyId, userId, sessionId: "not an id" },
      secret: "test-only-signing-key-0123456789",
    });
    const values = ["", "x", "a.b.c", "%%%", ";;;===", foreign, ours, "e30..x.y.z", "x".repeat(9000), "\0\ud800"];
    for (const value of values) expect(await actorFromCookies(`${sessionCookie}=${value}`)).toBeNull();
    for (const header of ["", ";", "=", sessionCookie, `other=${foreign}`])
      expect(await actorFromCookies(header)).toBeNull();
  });

  it("is worth nothing after signing out", async () => {
    const browser = await signedIn();
    const stolen = browser.cookieHeader;
    expect(await whoIs(browser)).not.toBeNull();
    await browser.signOut();
    // At once, without waiting for a cache.
    expect(await actorFromCookies(stolen)).toBeNull();
    expect(browser.cookies.has(sessionCookie)).toBe(false);
  });

  it("is worth nothing after signing in anew in the same browser [found S16]", async () => {
    const browser = await signedIn();
    const former = browser.cookieHeader;
    const before = await whoIs(browser);
    expect((await browser.signIn(email, "not the password")).status).toBe(401);
    expect(await whoIs(browser)).not.toBeNull();
    expect((await browser.signIn(email, password)).status).toBe(200);
    expect(await actorFromCookies(former)).toBeNull();
    const after = await whoIs(browser);
    expect(after?.sessionId).toBeTypeOf("string");
    expect(after?.sessionId).not.toBe(before?.sessionId);
  });

  it("is worth nothing once the person is deactivated", async () => {
    const other = await newCompany();
    const browser = newBrowser();
    await browser.signIn(other.email, password);
    expect(await actorFromCookies(browser.cookieHeader)).not.toBeNull();
    await systemPool().query(`update users set "active" = false where "id" = $1`, [other.userId]);
    forgetSessions({ companyId: other.companyId, userId: other.userId });
    expect(await actorFromCookies(browser.cookieHeader)).toBeNull();
  });

  it("ends after 14 idle days, and after 90 days however much it is used", async () => {
    const [used, unused] = [await signedIn(), await signedIn()];
    for (let at = 14 * day - hour; at < 90 * day - hour; at += 13 * day) {
      shiftClock(at);
      expect(await whoIs(used)).not.toBeNull();
      // The use is noted in the background.
      await new Promise((resolve) => setTimeout(resolve, 50));
      shiftClock(at + hour + second);
      expect(await whoIs(unused)).toBeNull();
    }
    shiftClock(90 * day + second);
    expect(await whoIs(used)).toBeNull();
  });

  it("lists where one is signed in, and ends the other places", async () => {
    const other = await newCompany();
    const browsers = [newBrowser(), newBrowser(), newBrowser()];
    for (const browser of browsers) await browser.signIn(other.email, password);
    const [here, there] = browsers;
    const actor = await actorFromCookies(here?.cookieHeader ?? "");
    if (!actor) throw new Error("signed in");
    const list = await listSessions.execute(actor, {});
    expect(list.map(({ current }) => current).sort()).toEqual([false, false, true]);
    expect(await endOtherSessions.execute(actor, {})).toEqual({ ended: 2 });
    expect(await actorFromCookies(there?.cookieHeader ?? "")).toBeNull();
    expect(await actorFromCookies(here?.cookieHeader ?? "")).not.toBeNull();
  });
});

describe("guessing", () => {
  it("must wait longer and longer after a few failures, and learns how long", async () => {
    const { email } = await newCompany();
    const browser = newBrowser();
    for (let n = 0; n < 5; n += 1) expect((await browser.signIn(email, `wrong ${n}`)).status).toBe(401);
    const waits = [];
    let clock = 0;
    for (let n = 0; n < 4; n += 1) {
      const response = await browser.signIn(email, "wrong again");
      expect(response.status).toBe(429);
      const wait = Number(response.headers.get("retry-after"));
      expect(await response.text()).toContain(encodeURIComponent(`throttled:${wait}`));
      waits.push(wait);
      clock += wait * second;
      shiftClock(clock);
      expect((await browser.signIn(email, "wrong again")).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8]);
  });

  it("does not keep the owner out: neither elsewhere nor on a browser known to the account", async () => {
    const { email } = await newCompany();
    const known = newBrowser();
    await known.signIn(email, password);
    await known.signOut();
    const address = "192.0.2.77";
    const guesser = new Browser(address);
    for (let n = 0; n < 8; n += 1) await guesser.signIn(email, `wrong ${n}`);
    expect((await guesser.signIn(email, password)).status).toBe(429);
    const sameNetwork = new Browser(address);
    for (const [name, value] of known.cookies) sameNetwork.cookies.set(name, value);
    expect((await sameNetwork.signIn(email, password)).status).toBe(200);
    expect((await newBrowser().signIn(email, password)).status).toBe(200);
  });

  it("at one account is slowed however many networks it comes from, and keeps no known browser out [found S14]", async () => {
    const { email } = await newCompany();
    const known = newBrowser();
    await known.signIn(email, password);
    await known.signOut();
    const guess = async (n: number) => (await new Browser(`100.64.${n}.1`).signIn(email, `wrong ${n}`)).status;
    const statuses = [];
    for (let n = 0; n < 60; n += 1) statuses.push(await guess(n));
    expect(statuses.slice(0, 12)).toEqual(Array(12).fill(401));
    // A slow machine may let a short wait pass in between: they double.
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
    expect((await known.signIn(email, password)).status).toBe(200);
    // Nor for long a person who knows the password but uses a new browser.
    shiftClock(2 * minute + second);
    expect((await newBrowser().signIn(email, password)).status).toBe(200);
  });

  it("gains nothing from trying everything at once", async () => {
    const { email } = await newCompany();
    const address = "192.0.2.88";
    const browsers = Array.from({ length: 20 }, () => new Browser(address));
    const statuses = await Promise.all(browsers.map(async (one, n) => (await one.signIn(email, `wrong ${n}`)).status));
    expect(statuses.filter((status) => status === 401).length).toBe(5);
    expect(statuses.filter((status) => status === 429).length).toBe(15);
  });

  it("of many accounts from one network must wait too, whatever the address inside it", async () => {
    const statuses = [];
    for (let n = 0; n < 27; n += 1) {
      const browser = new Browser(`2001:db8:1:2::${n.toString(16)}`);
      statuses.push((await browser.signIn(`person${n}@example.com`, "wrong")).status);
    }
    expect(statuses.slice(0, 25)).toEqual(Array(25).fill(401));
    expect(statuses.slice(25)).toContain(429);
    expect((await new Browser("2001:db8:1:3::1").signIn("person1@example.com", "wrong")).status).toBe(401);
  });

  it("at an address is not made free by an account that another company gives the same address", async () => {
    const { email } = await newCompany();
    const own = "the guesser's own one";
    await createCompany({ name: "Guessers", admin: { name: "Ana", email, password: own } });
    const guesser = newBrowser();
    const begun = Date.now();
    // The waits are over sooner on a slow machine: for the guesser no time passes.
    const guess = async (secret: string) => {
      shiftClock(begun - Date.now());
      return (await guesser.signIn(email, secret)).status;
    };
    const statuses = [];
    for (let round = 0; round < 3; round += 1) {
      statuses.push(await guess(own));
      for (let n = 0; n < 4; n += 1) statuses.push(await guess(`wrong ${round} ${n}`));
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(6);
    // To be slowed down as a stranger leaves the account that the browser is known to.
    expect(await guess(own)).toBe(200);
    expect(await guess(password)).toBe(429);
  });

  it("is not made free by signing in to another account from browsers that nothing is known of", async () => {
    const { email } = await newCompany();
    const own = "the guesser's own one";
    await createCompany({ name: "Guessers", admin: { name: "Ana", email, password: own } });
    const address = "192.0.2.99";
    const statuses = [];
    for (let n = 0; n < 9; n += 1) {
      if (n === 4) await new Browser(address).signIn(email, own);
      statuses.push((await new Browser(address).signIn(email, `wrong ${n}`)).status);
    }
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401));
    expect(statuses.slice(5)).toContain(429);
  });

  it("keeps a browser known to every account that signed in there", async () => {
    const one = await newCompany();
    const two = await newCompany();
    const browser = newBrowser();
    for (const { email } of [one, two]) await browser.signIn(email, password);
    await browser.signOut();
    for (const { email } of [one, two]) {
      for (let n = 0; n < 8; n += 1) await new Browser("198.51.100.250").signIn(email, `wrong ${n}`);
      const there = new Browser("198.51.100.250");
      for (const [name, value] of browser.cookies) there.cookies.set(name, value);
      expect((await there.signIn(email, password)).status).toBe(200);
    }
  });

  it("counts only for the account a known browser belongs to", async () => {
    const { email } = await newCompany();
    const browser = newBrowser();
    await browser.signIn(email, password);
    for (let n = 0; n < 6; n += 1) await browser.signIn("victim@example.com", `wrong ${n}`);
    expect((await browser.signIn("victim@example.com", "wrong")).status).toBe(429);
  });
});
