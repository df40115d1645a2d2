import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { minute, now, second, shiftClock } from "#server/base/clock.ts";
import { createCompany } from "#server/companies/creating.ts";
import { updateCompany } from "#server/companies/editing.ts";
import type { Actor } from "#server/core/actor.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { createRole } from "#server/roles/writing.ts";
import { Browser } from "#server/testing/browser.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { createUser } from "#server/users/creating.ts";
import { updateUser } from "#server/users/editing.ts";
import { readProfile } from "#server/users/profile.ts";
import { removeUserFactor } from "#server/users/removing-factor.ts";
import { actorFromCookies, forgetSessions } from "../authentication.ts";
import { stepUp } from "../stepping-up.ts";
import { checkFactor } from "./checking.ts";
import { beginFactor, confirmFactor, disableFactor, readFactor, renewRecovery } from "./setting-up.ts";
import { currentCode } from "./totp.ts";

const password = "a long enough one";
let networks = 0;
const newBrowser = () => {
  networks += 1;
  return new Browser(`198.18.0.${networks}`);
};

beforeAll(openDoors);
afterAll(closeDoors);
afterEach(() => shiftClock(0));

async function company() {
  const email = `ana.${Date.now()}.${Math.random()}@example.com`;
  const made = await createCompany({ name: "Acme", admin: { name: "Ana", email, password } });
  const browser = newBrowser();
  await browser.signIn(email, password);
  return { ...made, email, browser, ana: await actorOf(browser) };
}

async function actorOf(browser: Browser): Promise<Actor> {
  const actor = await actorFromCookies(browser.cookieHeader);
  if (!actor) throw new Error("nobody is signed in");
  return actor;
}

async function withFactor() {
  const own = await company();
  const { secret, svg } = await beginFactor.execute(own.ana, {});
  const { codes } = await confirmFactor.execute(own.ana, { code: currentCode(secret, now()) });
  // The code that was taken is of no use any more: time passes.
  shiftClock(minute);
  return { ...own, secret, svg, codes };
}
const faultOf = async (response: Response) => {
  const { url } = (await response.json()) as { url?: string };
  return new URL(url ?? "http://x").searchParams.get("error");
};

describe("two-step verification [P5]", () => {
  it("is on once a code of the app has been given, keeps no secret in clear, and ends the other sessions", async () => {
    const { ana, email, companyId, userId } = await company();
    const other = newBrowser();
    await other.signIn(email, password);
    const { secret, svg } = await beginFactor.execute(ana, {});
    expect(svg).toContain("<svg");
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await expect(confirmFactor.execute(ana, { code: "000000" })).rejects.toMatchObject({ code: "validation_error" });
    expect(await readFactor.execute(ana, {})).toMatchObject({ enabled: false });
    // Begun is not on.
    expect((await newBrowser().signIn(email, password)).status).toBe(200);
    const { codes } = await confirmFactor.execute(ana, { code: currentCode(secret, now()) });
    expect(new Set(codes).size).toBe(10);
    expect(await readFactor.execute(ana, {})).toEqual({
      ...{ enabled: true, required: false },
      ...{ passkeys: 0, recoveryCodes: 10 },
    });
    forgetSessions({ companyId });
    expect(await actorFromCookies(other.cookieHeader)).toBeNull();
    const { rows } = await systemPool().query(`select f::text as "text" from second_factors f where "userId" = $1`, [
      userId,
    ]);
    for (const clear of [secret, ...codes]) expect(JSON.stringify(rows)).not.toContain(clear);
    await expect(beginFactor.execute(ana, {})).rejects.toMatchObject({ code: "conflict" });
  });

  it("asks for a code after the right password only, and takes each code once", async () => {
    const { email, secret } = await withFactor();
    const browser = newBrowser();
    expect(await faultOf(await browser.signIn(email, "wrong", "123456"))).toBe("CredentialsSignin");
    expect(await faultOf(await browser.signIn(email, password))).toBe("code_needed");
    expect(await actorFromCookies(browser.cookieHeader)).toBeNull();
    for (const code of ["000000", "1", "\u0000", "' or 1=1", "9".repeat(4000)])
      expect(await faultOf(await newBrowser().signIn(email, password, code))).toBe("wrong_code");
    const code = currentCode(secret, now());
    expect((await browser.signIn(email, password, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect(await faultOf(await newBrowser().signIn(email, password, code))).toBe("wrong_code");
    const older = currentCode(secret, new Date(now().getTime() - 30 * second));
    expect(await faultOf(await newBrowser().signIn(email, password, older))).toBe("wrong_code");
    shiftClock(2 * minute);
    expect((await newBrowser().signIn(email, password, currentCode(secret, now()))).status).toBe(200);
  });

  it("are taken from a clock that is 20 seconds off, and not from one that is a minute off [ASVS 6.5.5]", async () => {
    const { companyId, userId, secret } = await withFactor();
    const by = (ms: number) => currentCode(secret, new Date(now().getTime() + ms));
    const check = (code: string) => checkFactor.execute(systemActor(companyId), { userId, code });
    expect(await check(by(-minute - second))).toEqual({ passed: false });
    expect(await check(by(minute + second))).toEqual({ passed: false });
    expect(await check(by(-20 * second))).toEqual({ passed: true });
    shiftClock(5 * minute);
    expect(await check(by(20 * second))).toEqual({ passed: true });
  });

  it("lets one of two through who use one code at the same time", async () => {
    const { companyId, userId, secret } = await withFactor();
    const code = currentCode(secret, now());
    const check = () => checkFactor.execute(systemActor(companyId), { userId, code });
    const both = await Promise.all([check(), check()]);
    expect(both.filter(({ passed }) => passed)).toHaveLength(1);
  });

  it("slows down who guesses codes with the right password", async () => {
    const { email } = await withFactor();
    const browser = newBrowser();
    const faults: (string | null)[] = [];
    for (let round = 0; round < 8; round += 1)
      faults.push(await faultOf(await browser.signIn(email, password, "000000")));
    expect(faults.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "wrong_code"));
    expect(faults.at(-1)).toMatch(/^throttled:/);
  });

  it("slows down who guesses codes of an account from networks without end", async () => {
    const { email } = await withFactor();
    const faults: (string | null)[] = [];
    for (let round = 0; round < 12; round += 1) {
      // What is counted of the address is over soon; the codes are not.
      if (round === 9) shiftClock(5 * minute);
      faults.push(await faultOf(await newBrowser().signIn(email, password, "000000")));
    }
    expect(faults.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "wrong_code"));
    expect(faults.at(-1)).toMatch(/^throttled:/);
  });

  it("tells the audit log of wrong codes", async () => {
    const { email, ana, companyId } = await withFactor();
    const refusals = async () => {
      const { rowCount } = await systemPool().query(
        `select from events where "companyId" = $1 and "type" = 'session/refused'`,
        [companyId],
      );
      return rowCount;
    };
    const browser = newBrowser();
    expect(await faultOf(await browser.signIn(email, password))).toBe("code_needed");
    expect(await faultOf(await browser.signIn(email, password, "000000"))).toBe("wrong_code");
    await expect.poll(refusals).toBe(1);
    await expect(stepUp.execute(ana, { code: "000000" })).rejects.toMatchObject({ code: "validation_error" });
    await expect.poll(refusals).toBe(2);
  });

  it("takes a recovery code once, however it is written, and no older ones after new ones were made", async () => {
    const { email, codes, ana, companyId } = await withFactor();
    const [first = "", last = ""] = [codes[0], codes[1]];
    // 24 letters of 31: more than 112 bits [ASVS 6.5.2].
    for (const code of codes) expect(code).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){5}[a-hjkmnp-z2-9]{4}$/);
    expect((await newBrowser().signIn(email, password, ` ${first.toUpperCase().replaceAll("-", " ")}`)).status).toBe(
      200,
    );
    expect(await faultOf(await newBrowser().signIn(email, password, first))).toBe("wrong_code");
    expect(await readFactor.execute(ana, {})).toMatchObject({ recoveryCodes: 9 });
    const { rows } = await systemPool().query(
      `select "data"->>'change' as "change" from events where "companyId" = $1 and "type" = 'session/factor_changed'`,
      [companyId],
    );
    expect(rows.map((row: { change: string }) => row.change)).toEqual(["enabled", "recovery_used"]);
    const fresh = await renewRecovery.execute(await actorOf(await anew(email, last)), {});
    expect(await faultOf(await newBrowser().signIn(email, password, codes[2] ?? ""))).toBe("wrong_code");
    expect((await newBrowser().signIn(email, password, fresh.codes[0] ?? "")).status).toBe(200);
  });

  async function anew(email: string, code: string): Promise<Browser> {
    const browser = newBrowser();
    await browser.signIn(email, password, code);
    return browser;
  }

  it("counts as proof in place of the password", async () => {
    const { ana, secret } = await withFactor();
    shiftClock(15 * minute);
    await expect(disableFactor.execute(ana, {})).rejects.toMatchObject({ code: "password_needed" });
    await expect(stepUp.execute(ana, { code: "000000" })).rejects.toMatchObject({ code: "validation_error" });
    await expect(stepUp.execute(ana, {})).rejects.toMatchObject({ code: "validation_error" });
    await stepUp.execute(ana, { code: currentCode(secret, now()) });
    await disableFactor.execute(ana, {});
    expect(await readFactor.execute(ana, {})).toMatchObject({ enabled: false });
  });

  it("may be asked of a role: its people do nothing but set it up, and cannot switch it off", async () => {
    const { ana, companyId, browser } = await company();
    const email = `bea.${Date.now()}@example.com`;
    await createUser.execute(systemActor(companyId), { name: "Bea", email, role: "agent", password });
    await updateCompany.execute(ana, { settings: { secondFactorRoles: ["agent"] } });
    forgetSessions({ companyId });
    expect((await actorOf(browser)).permissions.has("admin")).toBe(true);
    const hers = newBrowser();
    expect((await hers.signIn(email, password)).status).toBe(200);
    const bea = await actorOf(hers);
    expect([...bea.permissions]).toEqual([]);
    expect(bea.seesUnassigned).toBe(false);
    expect((await readProfile.execute(bea, {})).secondFactor).toBe("needed");
    const { secret } = await beginFactor.execute(bea, {});
    await confirmFactor.execute(bea, { code: currentCode(secret, now()) });
    forgetSessions({ companyId });
    const after = await actorOf(hers);
    expect(after.permissions.has("chat_talk")).toBe(true);
    expect((await readProfile.execute(after, {})).secondFactor).toBe("on");
    await expect(disableFactor.execute(after, {})).rejects.toMatchObject({ code: "conflict" });
  });

  it("may be asked of a role that the company has made [P5, accounts 11]", async () => {
    const { ana, companyId } = await company();
    const { id: roleId } = await createRole.execute(ana, { name: "Night", permissions: ["clients_read"] });
    const email = `eva.${Date.now()}@example.com`;
    const { id: userId } = await createUser.execute(systemActor(companyId), {
      name: "Eva",
      email,
      role: "viewer",
      password,
    });
    await updateUser.execute(ana, { userId, roleId });
    const hers = newBrowser();
    await hers.signIn(email, password);
    const needs = async () => {
      forgetSessions({ companyId });
      const eva = await actorOf(hers);
      return [eva.permissions.size === 0, (await readProfile.execute(eva, {})).secondFactor];
    };
    const ask = (secondFactorRoles: string[]) => updateCompany.execute(ana, { settings: { secondFactorRoles } });
    expect(await needs()).toEqual([false, "off"]);
    const unknown = ask(["0192a3b4-1111-7123-8123-123456789012"]);
    await expect(unknown).rejects.toMatchObject({ code: "validation_error" });
    expect((await ask([roleId])).settings.secondFactorRoles).toEqual([roleId]);
    expect(await needs()).toEqual([true, "needed"]);
    expect(await readFactor.execute(await actorOf(hers), {})).toMatchObject({ required: true });
    await ask(["admin", "supervisor"]);
    expect(await needs()).toEqual([false, "off"]);
    // As before there were such: a role follows its preset.
    await ask(["viewer"]);
    expect(await needs()).toEqual([true, "needed"]);
  });

  it("has recovery codes only once it is confirmed", async () => {
    const { ana, userId } = await company();
    await beginFactor.execute(ana, {});
    await expect(renewRecovery.execute(ana, {})).rejects.toMatchObject({ code: "conflict" });
    await systemPool().query(`update second_factors set "recovery" = '{old}' where "userId" = $1`, [userId]);
    await beginFactor.execute(ana, {});
    expect(await readFactor.execute(ana, {})).toMatchObject({ enabled: false, recoveryCodes: 0 });
  });

  it("is switched off by an administrator for who has lost it, which ends the sessions and is noted", async () => {
    const { ana, companyId, userId, email, browser } = await withFactor();
    const supervisor: Actor = { ...ana, permissions: new Set(["users_read", "users_write"]) };
    await expect(removeUserFactor.execute(supervisor, { userId })).rejects.toMatchObject({ code: "forbidden" });
    await removeUserFactor.execute(systemActor(companyId), { userId });
    forgetSessions({ companyId });
    expect(await actorFromCookies(browser.cookieHeader)).toBeNull();
    expect((await newBrowser().signIn(email, password)).status).toBe(200);
    const { rows } = await systemPool().query(
      `select "operation" from events where "companyId" = $1 and "type" = 'session/factor_changed' order by "ordinal" desc limit 1`,
      [companyId],
    );
    expect(rows[0]).toEqual({ operation: "users.removeFactor" });
  });
});
