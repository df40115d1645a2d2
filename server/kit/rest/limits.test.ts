import { afterEach, describe, expect, it } from "vitest";
import { minute, now, shiftClock } from "#server/base/clock.ts";
import { newSecret } from "#server/base/secrets.ts";
import { app } from "#server/rest/app.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { type Client, http } from "#server/testing/http.ts";

const company = await openCompany();
afterEach(() => shiftClock(0));

const fresh = async () => http(app, (await company.token(["admin"])).secret);

/** A little after the start of a minute, far enough ahead that no test before has used it. */
let minutes = 1;
function atFreshMinute(): void {
  minutes += 2;
  const ahead = now().getTime() + minutes * minute;
  shiftClock(Math.ceil(ahead / minute) * minute + 5000 - Date.now());
}

const spend = async (client: Client, requests: number) => {
  for (let done = 0; done < requests; done += 50) {
    await Promise.all(Array.from({ length: Math.min(50, requests - done) }, () => client.get("/v1/nothing")));
  }
};

describe("the rate limit (A5)", () => {
  it("lets 1000 requests a minute pass and answers the next with 429 and Retry-After", async () => {
    atFreshMinute();
    const client = await fresh();
    await spend(client, 999);
    const last = await client.get("/v1/conversations");
    expect([last.status, last.headers.get("x-ratelimit-remaining")]).toEqual([200, "0"]);
    const refused = await client.get("/v1/conversations");
    expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
    const wait = Number(refused.headers.get("retry-after"));
    expect(Number.isInteger(wait)).toBe(true);
    expect(wait).toBeGreaterThanOrEqual(50);
    expect(wait).toBeLessThanOrEqual(55);
    expect(refused.headers.get("x-ratelimit-reset")).toBe(String(Math.ceil(now().getTime() / minute) * 60));
    expect(refused.headers.get("x-request-id")).toBeTruthy();
    const { body } = await client.get<{ status: number }>("/v1/nothing");
    expect(body.status).toBe(429);
    shiftClock(now().getTime() + minute - Date.now());
    expect((await client.get("/v1/conversations")).status).toBe(200);
  });

  it("counts each token for itself", async () => {
    atFreshMinute();
    const [busy, idle] = [await fresh(), await fresh()];
    await spend(busy, 1001);
    expect((await busy.get("/v1/conversations")).status).toBe(429);
    const { status, headers } = await idle.get("/v1/conversations");
    expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, "999"]);
  });

  it("ends the guessing of tokens, and lets those go on who have one [found S21]", async () => {
    atFreshMinute();
    const address = "198.51.100.9";
    const guess = () => http(app, newSecret("sk_live_")).get("/v1/contacts", { address });
    for (let done = 0; done < 1000; done += 50) await Promise.all(Array.from({ length: 50 }, guess));
    const refused = await guess();
    expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const known = await fresh();
    expect((await known.get("/v1/contacts", { address })).status).toBe(200);
  });

  it("counts requests without a token by their address", async () => {
    atFreshMinute();
    const nobody = http(app);
    const ask = (address: string) => nobody.get("/health", { address });
    for (let index = 0; index < 1000; index += 1) await ask("198.51.100.7");
    const refused = await ask("198.51.100.7");
    expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
    expect((await ask("198.51.100.8")).status).toBe(200);
  });
});
