import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "#server/base/ids.ts";
import { openIdentityProvider, type Vouched } from "#server/testing/identity-provider.ts";

type Provider = Awaited<ReturnType<typeof openIdentityProvider>>;
let provider: Provider;
let company: { companyId: string; userId: string };
let parts: {
  Browser: typeof import("#server/testing/browser.ts").Browser;
  actorFromCookies: typeof import("./authentication.ts").actorFromCookies;
  doors: typeof import("#server/testing/doors.ts");
};
const email = `${newId()}@example.com`;

beforeAll(async () => {
  provider = await openIdentityProvider("parley");
  // The settings are read once, when the modules load.
  vi.stubEnv("OIDC_ISSUER", provider.issuer);
  vi.stubEnv("OIDC_CLIENT_ID", "parley");
  vi.stubEnv("OIDC_CLIENT_SECRET", "not so secret");
  const { Browser } = await import("#server/testing/browser.ts");
  const { actorFromCookies } = await import("./authentication.ts");
  const doors = await import("#server/testing/doors.ts");
  parts = { Browser, actorFromCookies, doors };
  doors.openDoors();
  const { createCompany } = await import("#server/companies/creating.ts");
  company = await createCompany({ name: "Acme", admin: { name: "Ana", email, password: "tea at the harbour" } });
});
afterAll(async () => {
  await parts.doors.closeDoors();
  await provider.close();
  vi.unstubAllEnvs();
});

/** Through the provider and back; answers where it ends and who is signed in then. */
async function comeBack(vouched: Vouched, change: (back: URL) => void = () => undefined) {
  const browser = new parts.Browser();
  const away = await browser.startSingleSignOn();
  const back = new URL(provider.agree(away, vouched));
  change(back);
  const response = await browser.send(`callback/oidc${back.search}`);
  return { to: response.headers.get("location") ?? "", actor: await parts.actorFromCookies(browser.cookieHeader) };
}

describe("signing in through an identity provider", () => {
  it("signs in an existing user whose address the provider has verified", async () => {
    const { to, actor } = await comeBack({ email: email.toUpperCase(), email_verified: true });
    expect(new URL(to).pathname).toBe("/");
    expect(actor).toMatchObject({ type: "user", companyId: company.companyId, userId: company.userId });
  });

  it("creates no users, and trusts no address that is not verified", async () => {
    for (const [vouched, why] of [
      [{ email: "stranger@example.com", email_verified: true }, "AccessDenied"],
      // Nobody is told that they are no member where only the provider is to blame.
      [{ email, email_verified: false }, "unverified"],
    ] as const) {
      const { to, actor } = await comeBack(vouched);
      expect(to).toContain(`error=${why}`);
      expect(actor).toBeNull();
    }
  });

  it("asks for the second step of an account that has one [P5]", async () => {
    const { createCompany } = await import("#server/companies/creating.ts");
    const { systemPool } = await import("#server/db/system.ts");
    const { seal } = await import("#server/base/secrets.ts");
    const { currentCode, newFactorSecret } = await import("./factors/totp.ts");
    const own = `${newId()}@example.com`;
    const made = await createCompany({
      name: "Safe",
      admin: { name: "Ana", email: own, password: "tea at the harbour" },
    });
    const secret = newFactorSecret();
    await systemPool().query(
      `insert into second_factors ("companyId", "userId", "secret", "confirmedAt") values ($1, $2, $3, now())`,
      [made.companyId, made.userId, seal(secret)],
    );
    const browser = new parts.Browser();
    const away = await browser.startSingleSignOn();
    const back = new URL(provider.agree(away, { email: own, email_verified: true, sub: newId() }));
    const response = await browser.send(`callback/oidc${back.search}`);
    expect(response.headers.get("location")).toContain("/sign-in/company");
    expect(await parts.actorFromCookies(browser.cookieHeader)).toBeNull();
    expect((await browser.choose(made.companyId)).status).toBe(401);
    expect((await browser.choose(made.companyId, "000000")).status).toBe(401);
    expect(await parts.actorFromCookies(browser.cookieHeader)).toBeNull();
    expect((await browser.choose(made.companyId, currentCode(secret, new Date()))).status).toBe(200);
    const signedIn = await parts.actorFromCookies(browser.cookieHeader);
    expect(signedIn).toMatchObject({ companyId: made.companyId });
    // The code is a proof of this moment, whatever the provider says.
    const proven = `select 1 from user_sessions where "id" = $1 and "provenAt" > now() - interval '1 minute'`;
    expect((await systemPool().query(proven, [signedIn?.sessionId])).rows).toHaveLength(1);
    // The company reads of the wrong code and of the way in: once for each, none for the question alone.
    const told = async () =>
      (
        await systemPool().query<{ type: string; way: string | null }>(
          `select "type", "data"->>'way' as "way" from events where "companyId" = $1 and "type" like 'session/%' order by "id"`,
          [made.companyId],
        )
      ).rows;
    await expect
      .poll(async () => (await told()).map(({ type, way }) => [type, way]).toSorted())
      .toEqual([
        ["session/refused", null],
        ["session/started", "single_sign_on"],
      ]);
  });

  it("stays with whom it was accepted as, whatever other companies write down later [found S7]", async () => {
    const { createCompany } = await import("#server/companies/creating.ts");
    const own = `${newId()}@example.com`;
    const password = "tea at the harbour";
    const first = await createCompany({ name: "First", admin: { name: "Ana", email: own, password } });
    const vouched = { email: own, email_verified: true, sub: newId() };
    expect((await comeBack(vouched)).actor).toMatchObject({ companyId: first.companyId });
    const later = { name: "Ana", email: own, password: "quite another secret" };
    const second = await createCompany({ name: "Second", admin: later });
    // Its administrator knows the password they have set, and was here last.
    const stranger = new parts.Browser();
    expect((await stranger.signIn(own, later.password)).status).toBe(200);
    expect(await parts.actorFromCookies(stranger.cookieHeader)).toMatchObject({ companyId: second.companyId });
    expect((await comeBack(vouched)).actor).toMatchObject({ companyId: first.companyId, userId: first.userId });
    const renamed = { ...vouched, email: `${newId()}@example.com`, email_verified: false };
    expect((await comeBack(renamed)).actor).toMatchObject({ companyId: first.companyId });
  });

  const password = "tea at the harbour";
  const companyOf = async (name: string, email: string) => {
    const { createCompany } = await import("#server/companies/creating.ts");
    return createCompany({ name, admin: { name: `Ana of ${name}`, email, password } });
  };
  const offered = async (browser: InstanceType<typeof parts.Browser>) => {
    const body = await (await browser.send("companies")).json();
    return (body as { companies: { id: string; name: string; linked: boolean }[] }).companies;
  };
  /** Through the provider with a browser that stays; where it ends. */
  async function leave(browser: InstanceType<typeof parts.Browser>, vouched: Vouched, callbackUrl?: string) {
    const away = await browser.startSingleSignOn(callbackUrl);
    const response = await browser.send(`callback/oidc${new URL(provider.agree(away, vouched)).search}`);
    return response.headers.get("location") ?? "";
  }

  it("lets the person choose between several companies, once and in this browser only [found S7]", async () => {
    const own = `${newId()}@example.com`;
    const [one, two] = [await companyOf("One", own), await companyOf("Two", own)];
    const foreign = await companyOf("Foreign", `${newId()}@example.com`);
    const vouched = { email: own, email_verified: true, sub: newId() };
    const browser = new parts.Browser();
    expect(await leave(browser, vouched)).toBe("/sign-in/company?to=%2Finbox");
    expect(await parts.actorFromCookies(browser.cookieHeader)).toBeNull();
    expect((await offered(browser)).map(({ name, linked }) => [name, linked]).sort()).toEqual([
      ["One", false],
      ["Two", false],
    ]);
    expect(await offered(new parts.Browser())).toEqual([]);
    expect((await browser.choose(foreign.companyId)).status).toBe(401);
    const copied = new parts.Browser();
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value);
    expect((await browser.choose(two.companyId)).status).toBe(200);
    expect(await parts.actorFromCookies(browser.cookieHeader)).toMatchObject({ companyId: two.companyId });
    // Usable once: a copied cookie comes too late.
    expect(await offered(copied)).toEqual([]);
    expect((await copied.choose(one.companyId)).status).toBe(401);
    expect(await parts.actorFromCookies(copied.cookieHeader)).toBeNull();
    // From now on the person belongs to Two, unless they ask for the choice.
    expect((await comeBack(vouched)).actor).toMatchObject({ companyId: two.companyId });
    const asking = new parts.Browser();
    expect(await leave(asking, vouched, "/sign-in/company?to=%2Fcontacts")).toBe("/sign-in/company?to=%2Fcontacts");
    expect((await offered(asking)).map(({ name, linked }) => [name, linked])).toEqual([
      ["Two", true],
      ["One", false],
    ]);
    expect((await asking.choose(one.companyId)).status).toBe(200);
    // Now of both: asked each time, but not in a browser that is signed in to one of them.
    expect((await comeBack(vouched)).actor).toBeNull();
    expect(await leave(asking, vouched, "/inbox")).not.toContain("/sign-in/company");
    expect(await parts.actorFromCookies(asking.cookieHeader)).toMatchObject({ companyId: one.companyId });
  });

  it("gives no account to another person who gets its address later, unless an administrator says so [found S7]", async () => {
    const own = `${newId()}@example.com`;
    const { companyId, userId } = await companyOf("Heir", own);
    const first = { email: own, email_verified: true, sub: newId() };
    expect((await comeBack(first)).actor).toMatchObject({ userId });
    const second = { ...first, sub: newId() };
    expect((await comeBack(second)).to).toContain("AccessDenied");
    const { updateUser } = await import("#server/users/editing.ts");
    const { systemActor } = await import("#server/core/actor.ts");
    const renamed = `${newId()}@example.com`;
    await updateUser.execute(systemActor(companyId), { userId, email: renamed });
    expect((await comeBack(first)).to).toContain("AccessDenied");
    expect((await comeBack({ ...second, email: renamed })).actor).toMatchObject({ userId });
  });

  it("believes no choice that is not ours, or too old [found S7]", async () => {
    const { encode } = await import("next-auth/jwt");
    const { choiceCookie } = await import("./cookies.ts");
    const own = `${newId()}@example.com`;
    const { companyId } = await companyOf("Sealed", own);
    const token = { id: newId(), issuer: provider.issuer, subject: newId(), email: own };
    const salt = "choice between companies";
    const { secret } = await import("#server/config/env.ts");
    const signingKey = secret();
    for (const value of [
      "x",
      await encode({ token, secret: "another secret altogether", salt }),
      await encode({ token, secret: signingKey }),
      await encode({ token, secret: signingKey, salt, maxAge: -60 }),
    ]) {
      const browser = new parts.Browser();
      browser.cookies.set(choiceCookie, value);
      expect(await offered(browser)).toEqual([]);
      expect((await browser.choose(companyId)).status).toBe(401);
    }
    const browser = new parts.Browser();
    browser.cookies.set(choiceCookie, await encode({ token, secret: signingKey, salt }));
    expect(await offered(browser)).toHaveLength(1);
  });

  it("proves who it is from when they signed in at the provider, if that says when, and by a second step [sec 10]", async () => {
    const { requireProof } = await import("./access.ts");
    const { inCompany } = await import("#server/db/pool.ts");
    const own = `${newId()}@example.com`;
    await companyOf("Proving", own);
    const vouched = { email: own, email_verified: true, sub: newId() };
    const seconds = Math.floor(Date.now() / 1000);
    const ask = async (actor: Awaited<ReturnType<typeof comeBack>>["actor"]) => {
      if (!actor) throw new Error("nobody is signed in");
      return inCompany(actor.companyId, () => requireProof({ actor, now: new Date() })).then(
        () => "proven",
        (error: { code: string }) => error.code,
      );
    };
    const after = async (claim: object) => ask((await comeBack({ ...vouched, ...claim })).actor);
    expect(await after({})).toBe("password_needed");
    expect(await after({ auth_time: seconds - 3600 })).toBe("password_needed");
    expect(await after({ auth_time: String(seconds) })).toBe("password_needed");
    expect(await after({ auth_time: seconds - 60 })).toBe("proven");
    const { actor } = await comeBack({ ...vouched, auth_time: seconds + 86_400 });
    const { systemPool } = await import("#server/db/system.ts");
    const told = await systemPool().query<{ provenAt: Date }>(`select "provenAt" from user_sessions where "id" = $1`, [
      actor?.sessionId,
    ]);
    expect(told.rows[0]?.provenAt.getTime()).toBeLessThanOrEqual(Date.now());

    // The provider's answer waits for the choice, and with it when the person signed in.
    await companyOf("Proving too", own);
    const chosen = async (claim: object) => {
      const browser = new parts.Browser();
      await leave(browser, { ...vouched, ...claim }, "/sign-in/company?to=%2Finbox");
      const [first] = await offered(browser);
      expect((await browser.choose(first?.id ?? "")).status).toBe(200);
      return ask(await parts.actorFromCookies(browser.cookieHeader));
    };
    expect(await chosen({ auth_time: seconds - 3600 })).toBe("password_needed");
    expect(await chosen({ auth_time: seconds - 60 })).toBe("proven");
  });

  it("locks nobody out whose provider does not say when they signed in [P5, sec 10]", async () => {
    const { beginFactor } = await import("./factors/setting-up.ts");
    const { beginPasskey } = await import("./passkeys/registering.ts");
    const { forgotten } = await import("#server/users/resets/asking.ts");
    const { systemPool } = await import("#server/db/system.ts");
    const own = `${newId()}@example.com`;
    const { companyId, userId } = await companyOf("Silent", own);
    const set = (column: string, value: unknown) =>
      systemPool().query(`update users set "${column}" = $2 where "id" = $1`, [userId, value]);
    const { rows } = await systemPool().query(`select "passwordHash" from users where "id" = $1`, [userId]);
    const links = async () => {
      await forgotten(own, "198.51.100.9");
      return (await systemPool().query(`select 1 from password_resets where "userId" = $1`, [userId])).rows.length;
    };
    await set("passwordHash", null);
    expect(await links()).toBe(0);
    const vouched = { email: own, email_verified: true, sub: newId() };
    const free = (await comeBack(vouched)).actor;
    if (!free) throw new Error("nobody is signed in");
    expect(await links()).toBe(1);
    await expect(beginFactor.execute(free, {})).rejects.toMatchObject({ code: "password_needed" });

    const asked = `update companies set "settings" = "settings" || '{"secondFactorRoles":["admin"]}' where "id" = $1`;
    await systemPool().query(asked, [companyId]);
    const { actor } = await comeBack(vouched);
    if (!actor) throw new Error("nobody is signed in");
    expect((await beginFactor.execute(actor, {})).secret).not.toBe("");
    expect((await beginPasskey.execute(actor, {})).challenge).not.toBe("");
    const begin = () => beginFactor.execute(actor, {});
    await set("passwordHash", rows[0].passwordHash);
    await expect(begin()).rejects.toMatchObject({ code: "password_needed" });
    await set("passwordHash", null);
    const old = `update user_sessions set "createdAt" = now() - interval '11 minutes' where "userId" = $1`;
    await systemPool().query(old, [userId]);
    await expect(begin()).rejects.toMatchObject({ code: "password_needed" });
  });

  it("takes no answer that it did not ask for", async () => {
    const forged = await comeBack({ email, email_verified: true }, (back) => back.searchParams.set("state", "forged"));
    expect(forged.to).toContain("error=");
    expect(forged.actor).toBeNull();
    const invented = await comeBack({ email, email_verified: true }, (back) =>
      back.searchParams.set("code", "invented"),
    );
    expect(invented.actor).toBeNull();
  });
});
