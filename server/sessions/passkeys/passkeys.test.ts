import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { minute, now, shiftClock } from "#server/base/clock.ts";
import { createCompany } from "#server/companies/creating.ts";
import { updateCompany } from "#server/companies/editing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { Browser } from "#server/testing/browser.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { Authenticator } from "#server/testing/furnished/authenticator.ts";
import { createUser } from "#server/users/creating.ts";
import { updateUser } from "#server/users/editing.ts";
import { readProfile } from "#server/users/profile.ts";
import { removeUserFactor } from "#server/users/removing-factor.ts";
import { actorFromCookies, forgetSessions } from "../authentication.ts";
import { beginFactor, confirmFactor, disableFactor, readFactor } from "../factors/setting-up.ts";
import { currentCode } from "../factors/totp.ts";
import { stepUp } from "../stepping-up.ts";
import { listPasskeys, removePasskey, renamePasskey } from "./managing.ts";
import { beginPasskeyProof } from "./proving.ts";
import { addPasskey, beginPasskey } from "./registering.ts";
import { handleOf, relyingParty } from "./relying-party.ts";
import type { Assertion } from "./schema.ts";

const password = "a long enough one";
let networks = 0;
const newBrowser = () => {
  networks += 1;
  return new Browser(`198.19.0.${networks}`);
};

beforeAll(openDoors);
afterAll(closeDoors);
afterEach(() => shiftClock(0));

async function actorOf(browser: Browser): Promise<Actor> {
  const actor = await actorFromCookies(browser.cookieHeader);
  if (!actor) throw new Error("nobody is signed in");
  return actor;
}

async function company(email = `ana.${Date.now()}.${Math.random()}@example.com`) {
  const made = await createCompany({ name: "Acme", admin: { name: "Ana", email, password } });
  const browser = newBrowser();
  await browser.signIn(email, password);
  return { ...made, email, browser, ana: await actorOf(browser), device: new Authenticator() };
}

type Own = Awaited<ReturnType<typeof company>>;

async function add({ ana, device }: Pick<Own, "ana" | "device">, name = "Laptop") {
  return addPasskey.execute(ana, { name, response: device.create(await beginPasskey.execute(ana, {})) });
}

async function withPasskey() {
  const own = await company();
  return { ...own, ...(await add(own)) };
}

const unverified = { code: "validation_error", details: [{ code: "unverified_passkey" }] };

async function challenge(browser: Browser): Promise<{ challenge: string; rpId: string }> {
  return (await browser.send("passkey-challenge", {})).json() as Promise<{ challenge: string; rpId: string }>;
}

async function enter(browser: Browser, response: Assertion | string): Promise<Response> {
  const csrf: unknown = await (await browser.send("csrf")).json();
  const csrfToken = String(Reflect.get(Object(csrf), "csrfToken"));
  const passkey = typeof response === "string" ? response : JSON.stringify(response);
  return browser.send("callback/passkey", { csrfToken, passkey });
}

const faultOf = async (response: Response) => {
  const { url } = (await response.json()) as { url?: string };
  return new URL(url ?? "http://x").searchParams.get("error");
};

const changesOf = async (companyId: string) => {
  const { rows } = await systemPool().query<{ change: string }>(
    `select "data"->>'change' as "change" from events where "companyId" = $1 and "type" = 'session/factor_changed' order by "ordinal"`,
    [companyId],
  );
  return rows.map(({ change }) => change);
};

describe("passkeys [P5]", () => {
  it("are made for the public address, brought with recovery codes once, named, and end the other sessions at first", async () => {
    const own = await company();
    const other = newBrowser();
    await other.signIn(own.email, password);
    const options = await beginPasskey.execute(own.ana, {});
    expect(options.rp.id).toBe(relyingParty.id);
    expect(options.user.id).toBe(handleOf({ companyId: own.companyId, userId: own.userId }));
    const { passkey, codes } = await addPasskey.execute(own.ana, {
      name: "Laptop",
      response: own.device.create(options),
    });
    expect(new Set(codes).size).toBe(10);
    forgetSessions({ companyId: own.companyId });
    expect(await actorFromCookies(other.cookieHeader)).toBeNull();
    expect((await add(own, "Phone")).codes).toEqual([]);
    await renamePasskey.execute(own.ana, { passkeyId: passkey.id, name: "Work laptop" });
    const { passkeys } = await listPasskeys.execute(own.ana, {});
    expect(passkeys.map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual([
      ["Work laptop", null],
      ["Phone", null],
    ]);
    expect(await readFactor.execute(own.ana, {})).toMatchObject({ enabled: false, passkeys: 2, recoveryCodes: 10 });
    expect((await readProfile.execute(own.ana, {})).secondFactor).toBe("on");
    expect(await changesOf(own.companyId)).toEqual(["passkey_added", "passkey_added", "passkey_renamed"]);
  });

  it("are refused when made for another place, another challenge, unasked, or with a maker's certificate", async () => {
    const { ana, device, userId, companyId } = await company();
    const x5c = new Map<string, unknown>([["x5c", [new Uint8Array([1, 2, 3])]]]);
    for (const odd of [
      { origin: "https://parley.evil.example" },
      { rpId: "evil.example" },
      { unverified: true },
      { type: "webauthn.get" },
      { fmt: "packed", attStmt: x5c },
      { fmt: "apple", attStmt: x5c },
      { fmt: "fido-u2f" },
    ]) {
      const response = device.create(await beginPasskey.execute(ana, {}), odd);
      await expect(addPasskey.execute(ana, { name: "Odd", response })).rejects.toMatchObject(unverified);
    }
    const options = await beginPasskey.execute(ana, {});
    const stranger = device.create({ ...options, challenge: "a".repeat(43) });
    await expect(addPasskey.execute(ana, { name: "Odd", response: stranger })).rejects.toMatchObject(unverified);
    const broken = { ...device.create(options), response: { clientDataJSON: "e30", attestationObject: "oA" } };
    await expect(addPasskey.execute(ana, { name: "Odd", response: broken })).rejects.toMatchObject(unverified);
    const { rowCount } = await systemPool().query(`select from passkeys where "companyId" = $1 and "userId" = $2`, [
      companyId,
      userId,
    ]);
    expect(rowCount).toBe(0);
  });

  it("take a challenge once, within five minutes, in the session that asked, and after a proof", async () => {
    const own = await company();
    const second = newBrowser();
    await second.signIn(own.email, password);
    const elsewhere = await actorOf(second);
    const response = own.device.create(await beginPasskey.execute(own.ana, {}));
    await expect(addPasskey.execute(elsewhere, { name: "Theirs", response })).rejects.toMatchObject(unverified);
    await addPasskey.execute(own.ana, { name: "Mine", response });
    await expect(addPasskey.execute(own.ana, { name: "Again", response })).rejects.toMatchObject(unverified);
    const late = own.device.create(await beginPasskey.execute(own.ana, {}));
    shiftClock(6 * minute);
    await expect(addPasskey.execute(own.ana, { name: "Late", response: late })).rejects.toMatchObject(unverified);
    shiftClock(15 * minute);
    await expect(beginPasskey.execute(own.ana, {})).rejects.toMatchObject({ code: "password_needed" });
  });

  it("sign in alone, without an address or a password, in this browser and once", async () => {
    const { device, companyId, userId, ana } = await withPasskey();
    const browser = newBrowser();
    const options = await challenge(browser);
    expect(options).toMatchObject({ rpId: relyingParty.id, allowCredentials: [], userVerification: "required" });
    const response = device.get(options);
    // Another browser has no such challenge, whoever signed it.
    expect(await faultOf(await enter(newBrowser(), response))).toBe("CredentialsSignin");
    const replaying = newBrowser();
    for (const [name, value] of browser.cookies) replaying.cookies.set(name, value);
    expect((await enter(browser, response)).status).toBe(200);
    expect(await actorOf(browser)).toMatchObject({ companyId, userId });
    expect((await listPasskeys.execute(ana, {})).passkeys[0]?.lastUsedAt).not.toBeNull();
    expect(await faultOf(await enter(replaying, response))).toBe("CredentialsSignin");
    expect(await actorFromCookies(replaying.cookieHeader)).toBeNull();
  });

  it("sign nobody in from another origin, unasked, for somebody else, too late, or with a signature that is not theirs", async () => {
    const { device } = await withPasskey();
    const victim = await withPasskey();
    const refused = async (make: (options: { challenge: string; rpId: string }) => Assertion | string) => {
      const browser = newBrowser();
      const answer = await enter(browser, make(await challenge(browser)));
      expect(await faultOf(answer)).toBe("CredentialsSignin");
      expect(await actorFromCookies(browser.cookieHeader)).toBeNull();
    };
    await refused((options) => device.get(options, { origin: "https://parley.evil.example" }));
    await refused((options) => device.get(options, { rpId: "evil.example" }));
    await refused((options) => device.get(options, { unverified: true }));
    await refused((options) => device.get(options, { type: "webauthn.create" }));
    await refused((options) => device.get(options, { userHandle: handleOf(victim) }));
    await refused((options) => device.get({ ...options, challenge: "b".repeat(43) }));
    // The victim's key by name, signed by another.
    await refused((options) => {
      const id = victim.device.keys[0]?.id.toString("base64url") ?? "";
      return { ...device.get(options, { userHandle: handleOf(victim) }), id, rawId: id };
    });
    await refused(() => "{}");
    await refused(() => "not json");
    const browser = newBrowser();
    const response = device.get(await challenge(browser));
    shiftClock(6 * minute);
    expect(await faultOf(await enter(browser, response))).toBe("CredentialsSignin");
  });

  it("are refused once their counter goes back: there may be a copy", async () => {
    const { device, companyId } = await withPasskey();
    const at = async (counter: number) => {
      const browser = newBrowser();
      return faultOf(await enter(browser, device.get(await challenge(browser), { counter })));
    };
    expect(await at(7)).toBeNull();
    expect(await at(7)).toBe("CredentialsSignin");
    expect(await at(3)).toBe("CredentialsSignin");
    expect(await at(8)).toBeNull();
    const refusals = `select from events where "companyId" = $1 and "type" = 'session/refused'`;
    await expect.poll(async () => (await systemPool().query(refusals, [companyId])).rowCount).toBe(2);
  });

  it("sign nobody in after the person was deactivated or the key removed", async () => {
    const { ana, companyId, userId, passkey, device, email } = await withPasskey();
    const boss = await createUser.execute(systemActor(companyId), {
      ...{ name: "Bo", email: `bo.${email}`, role: "admin" as const, password },
    });
    const tried = async () => {
      const browser = newBrowser();
      return faultOf(await enter(browser, device.get(await challenge(browser))));
    };
    await updateUser.execute(systemActor(companyId), { userId, active: false });
    expect(await tried()).toBe("CredentialsSignin");
    await updateUser.execute(systemActor(companyId), { userId, active: true });
    expect(await tried()).toBeNull();
    await expect(removePasskey.execute({ ...ana, userId: boss.id }, { passkeyId: passkey.id })).rejects.toMatchObject({
      code: "not_found",
    });
    const { sessionId: _, ...unasked } = ana;
    await removePasskey.execute(unasked, { passkeyId: passkey.id });
    expect(await tried()).toBe("CredentialsSignin");
    // Nothing is left that asks for a second step.
    expect((await newBrowser().signIn(email, password)).status).toBe(200);
  });

  it("are waited for as passwords are by who guesses", async () => {
    const { device } = await withPasskey();
    const browser = newBrowser();
    const faults: (string | null)[] = [];
    for (let round = 0; round < 8; round += 1) {
      const response = device.get(await challenge(browser), { origin: "https://parley.evil.example" });
      faults.push(await faultOf(await enter(browser, response)));
    }
    expect(faults.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "CredentialsSignin"));
    expect(faults.at(-1)).toMatch(/^throttled:/);
  });

  it("are the second step after a password, as recovery codes are; another's is not", async () => {
    const { email, device, codes } = await withPasskey();
    const stranger = await withPasskey();
    const browser = newBrowser();
    expect(await faultOf(await browser.signIn(email, password))).toBe("passkey_or_code");
    expect(await faultOf(await browser.signIn(email, "wrong"))).toBe("CredentialsSignin");
    const theirs = JSON.stringify(stranger.device.get(await challenge(browser)));
    expect(await faultOf(await browser.signIn(email, password, "", theirs))).toBe("wrong_code");
    const own = JSON.stringify(device.get(await challenge(browser)));
    expect(await faultOf(await newBrowser().signIn(email, password, "", own))).toBe("passkey_or_code");
    expect((await browser.signIn(email, password, "", own)).status).toBe(200);
    expect(await faultOf(await newBrowser().signIn(email, password, "000000"))).toBe("wrong_code");
    expect((await newBrowser().signIn(email, password, codes[0] ?? "")).status).toBe(200);
    expect(await faultOf(await newBrowser().signIn(email, password, codes[0] ?? ""))).toBe("wrong_code");
  });

  it("are proof in a session in place of the password, each signature once", async () => {
    const { ana, device, passkey } = await withPasskey();
    shiftClock(15 * minute);
    await expect(removePasskey.execute(ana, { passkeyId: passkey.id })).rejects.toMatchObject({
      code: "password_needed",
    });
    const options = await beginPasskeyProof.execute(ana, {});
    expect(options.allowCredentials).toHaveLength(1);
    const forged = device.get(options, { origin: "https://parley.evil.example" });
    await expect(stepUp.execute(ana, { passkey: forged })).rejects.toMatchObject(unverified);
    const signed = device.get(options);
    await stepUp.execute(ana, { passkey: signed });
    await expect(stepUp.execute(ana, { passkey: signed })).rejects.toMatchObject(unverified);
    await removePasskey.execute(ana, { passkeyId: passkey.id });
  });

  it("count as two factors where a role must have them: no page before, none to take away last", async () => {
    const { ana, companyId } = await company();
    const email = `bea.${Date.now()}@example.com`;
    await createUser.execute(systemActor(companyId), { name: "Bea", email, role: "agent", password });
    await updateCompany.execute(ana, { settings: { secondFactorRoles: ["agent"] } });
    const hers = newBrowser();
    await hers.signIn(email, password);
    const bea = await actorOf(hers);
    expect([...bea.permissions]).toEqual([]);
    const device = new Authenticator();
    const { passkey } = await add({ ana: bea, device });
    forgetSessions({ companyId });
    const after = await actorOf(hers);
    expect(after.permissions.has("chat_talk")).toBe(true);
    await expect(removePasskey.execute(after, { passkeyId: passkey.id })).rejects.toMatchObject({ code: "conflict" });
    const { secret } = await beginFactor.execute(after, {});
    await confirmFactor.execute(after, { code: currentCode(secret, now()) });
    await disableFactor.execute(after, {});
    expect(await readFactor.execute(after, {})).toMatchObject({ enabled: false, passkeys: 1, recoveryCodes: 10 });
    await expect(removePasskey.execute(after, { passkeyId: passkey.id })).rejects.toMatchObject({ code: "conflict" });
  });

  it("go with everything else when an administrator switches off what a member has lost", async () => {
    const { companyId, userId, email } = await withPasskey();
    await removeUserFactor.execute(systemActor(companyId), { userId });
    expect((await newBrowser().signIn(email, password)).status).toBe(200);
    expect(await changesOf(companyId)).toEqual(["passkey_added", "disabled"]);
  });

  it("name one company each, for a person of several", async () => {
    const first = await withPasskey();
    const other = await company(`x.${first.email}`);
    const second = { ...other, device: new Authenticator() };
    await add(second);
    for (const { device, companyId } of [first, second]) {
      const browser = newBrowser();
      await enter(browser, device.get(await challenge(browser)));
      expect((await actorOf(browser)).companyId).toBe(companyId);
    }
  });
});
