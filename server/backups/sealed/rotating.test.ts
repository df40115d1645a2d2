import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minute, now, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { lastingBytes, seal, sealingNumber, unseal } from "#server/base/secrets.ts";
import { openCredentials } from "#server/channels/connection/connecting.ts";
import { createChannel } from "#server/channels/creating.ts";
import { appSecretOf, type SimulatedAccount, simulatedAccount } from "#server/channels/simulator/accounts.ts";
import { createCompany } from "#server/companies/creating.ts";
import { secret, useSecrets } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { loadLastingKeys } from "#server/core/lasting-keys.ts";
import { systemPool } from "#server/db/system.ts";
import { diagnose } from "#server/health/doctor.ts";
import { actorFromCookies } from "#server/sessions/authentication.ts";
import { checkFactor } from "#server/sessions/factors/checking.ts";
import { beginFactor, confirmFactor } from "#server/sessions/factors/setting-up.ts";
import { currentCode } from "#server/sessions/factors/totp.ts";
import { Browser } from "#server/testing/browser.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { converse } from "#server/testing/talking.ts";
import { sealedColumns } from "./columns.ts";
import { resealAll, rotateSecrets } from "./resealing.ts";

const first = secret();
const second = "another signing key, of the day after 7f3a";
const company = await openCompany("Secrets", allFurniture);
const api = await openApi(company);
const { companyId, admin } = company;
const untold = () => undefined;

async function one<Row extends object>(text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await systemPool().query<Row>(text, values);
  if (!rows[0]) throw new Error("no row");
  return rows[0];
}

const webhookSecret = async () =>
  unseal(
    (await one<{ secret: string }>(`select "secret" from webhooks where "companyId" = $1 limit 1`, [companyId])).secret,
  );
const secretsFound = async () => (await diagnose()).findings.find(({ check }) => check === "secrets");

let account: SimulatedAccount;

/** What the simulator's messages to us are checked by; it signs with its own. */
async function storedAppSecret(): Promise<string> {
  const text = `select "credentials" from channels where "companyId" = $1 and "id" = $2`;
  const { credentials } = await one<{ credentials: string }>(text, [companyId, account.channelId]);
  return openCredentials(credentials).appSecret;
}

beforeAll(async () => {
  await loadLastingKeys();
  const { id } = await createChannel.execute(admin, { type: "WHATSAPP_API", label: "Number", sandbox: true });
  account = simulatedAccount({ companyId, channelId: id, platform: "whatsapp" });
});

// The database of this worker serves other files after this one.
afterAll(async () => {
  shiftClock(0);
  useSecrets(first, second);
  await resealAll(untold);
  useSecrets(first);
});

describe("columns of sealed texts", () => {
  it("are all marked in the database: what looks sealed stands nowhere else [ASVS 11.1.2]", async () => {
    const known = (await sealedColumns()).map(({ table, column }) => `${table}.${column}`);
    expect(known).toHaveLength(12);
    const { rows } = await systemPool().query<{ table: string; column: string }>(
      `select c.relname::text as "table", a.attname::text as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)`,
    );
    const found: string[] = [];
    for (const { table, column } of rows) {
      const { sealed } = await one<{ sealed: boolean }>(
        `select exists (select from "${table}" where "${column}"::text ~ '${sealingNumber()}\\.[A-Za-z0-9_-]{38}') as "sealed"`,
      );
      if (sealed) found.push(`${table}.${column}`);
    }
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter((place) => !known.includes(place))).toEqual([]);
  });
});

describe("another NEXTAUTH_SECRET [ASVS 11.1.1, 11.2.2]", () => {
  it("loses nothing: what was sealed, people's codes, passwords and sessions, repeats, cursors, sandboxes", {
    timeout: 120_000,
  }, async () => {
    const email = `${newId()}@example.com`;
    const own = await createCompany({ name: "Own", admin: { name: "Ana", email, password: "correct horse 9" } });
    const browser = new Browser("198.18.7.1");
    await browser.signIn(email, "correct horse 9");
    const actor = await actorFromCookies(browser.cookieHeader);
    if (!actor) throw new Error("nobody is signed in");
    const { secret: factor } = await beginFactor.execute(actor, {});
    const { codes } = await confirmFactor.execute(actor, { code: currentCode(factor, now()) });
    shiftClock(minute);
    const hook = await webhookSecret();
    const push = lastingBytes("push 0");
    const { id } = await converse(api, company);
    await converse(api, company);
    const page = await api.get<{ pagination: { nextCursor: string } }>("/v1/conversations?limit=1");
    const cursor = page.body.pagination.nextCursor;
    const note = () =>
      api.post<{ id: string }>(
        `/v1/conversations/${id}/notes`,
        { message: "x" },
        { headers: { "idempotency-key": "r-1" } },
      );
    const noted = await note();
    expect(noted.status).toBe(200);
    expect(await storedAppSecret()).toBe(appSecretOf(account));

    // A restart with the new secret, and the old one beside it.
    useSecrets(second, first);
    await loadLastingKeys();
    expect(await webhookSecret()).toBe(hook);
    expect((await actorFromCookies(browser.cookieHeader))?.id).toBe(own.userId);
    expect((await note()).body).toEqual(noted.body);
    expect((await api.get(`/v1/conversations?limit=1&cursor=${cursor}`)).status).toBe(200);
    const system = systemActor(own.companyId);
    const check = (code: string) => checkFactor.execute(system, { userId: own.userId, code });
    expect(await check(currentCode(factor, now()))).toEqual({ passed: true });

    // Sealed anew; a second run finds nothing to do.
    const { resealed, unreadable, says } = await rotateSecrets(untold);
    expect(resealed).toBeGreaterThan(3);
    expect(unreadable).toBe(0);
    expect(says).toContain("may go");
    expect(await resealAll(untold)).toEqual({ resealed: 0, unreadable: 0 });
    expect(await storedAppSecret()).toBe(appSecretOf(account));

    // The old one is gone.
    useSecrets(second);
    await loadLastingKeys();
    expect(await webhookSecret()).toBe(hook);
    expect(lastingBytes("push 0")).toEqual(push);
    shiftClock(3 * minute);
    expect(await check(currentCode(factor, now()))).toEqual({ passed: true });
    expect(await check(codes[0] ?? "")).toEqual({ passed: true });
    expect(await check(codes[0] ?? "")).toEqual({ passed: false });
    expect(await storedAppSecret()).toBe(appSecretOf(account));
    expect(await actorFromCookies(browser.cookieHeader)).toBeNull();
    const fresh = new Browser("198.18.7.2");
    await fresh.signIn(email, "correct horse 9", codes[1]);
    expect((await actorFromCookies(fresh.cookieHeader))?.id).toBe(own.userId);
  });

  it("is gone on with after a stop, tells what no secret opens, and the doctor says what is left", async () => {
    useSecrets(second);
    const sealed = seal("kept");
    const insert = `insert into lasting_keys ("purpose", "key") values ($1, $2)`;
    await systemPool().query(insert, ["test: sealed anew", sealed]);
    await systemPool().query(insert, ["test: of a stranger", "abcdef.AAAA"]);
    try {
      useSecrets(first, second);
      expect(await secretsFound()).toMatchObject({ state: "warning", says: expect.stringContaining("secrets rotate") });
      // Stopped after its first rows: the rest is as it was.
      await expect(
        resealAll((rows) => {
          if (rows > 0) throw new Error("stopped");
        }),
      ).rejects.toThrow("stopped");
      const { unreadable, says } = await rotateSecrets(untold);
      expect(unreadable).toBe(1);
      expect(says).toContain("NEXTAUTH_SECRET_PREVIOUS");
      useSecrets(first);
      const { key } = await one<{ key: string }>(
        `select "key" from lasting_keys where "purpose" = 'test: sealed anew'`,
      );
      expect(unseal(key)).toBe("kept");
    } finally {
      await systemPool().query(`delete from lasting_keys where "purpose" like 'test: %'`);
    }
  });

  it("opens what was sealed before secrets had numbers", () => {
    useSecrets(first);
    const [, body = ""] = seal("old").split(".");
    useSecrets(second, first);
    expect(unseal(body)).toBe("old");
    useSecrets(second);
    expect(() => unseal(body)).toThrow();
    expect(() => unseal(`${"x".repeat(6)}.${body}`)).toThrow("is not set here");
  });
});
