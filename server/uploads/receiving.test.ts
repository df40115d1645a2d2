import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { createCompany } from "#server/companies/creating.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { forgetSessions } from "#server/sessions/authentication.ts";
import { Browser } from "#server/testing/browser.ts";
import { http } from "#server/testing/http.ts";
import { openPools } from "#server/testing/pools.ts";
import type { Upload } from "./schema.ts";

openPools();

const side = http(app);
const password = "correct horse 9";
let browser: Browser;
let userId: string;
let companyId: string;
let png: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const email = `${newId()}@example.com`;
  ({ companyId, userId } = await createCompany({ name: "Acme", admin: { name: "Ada", email, password } }));
  browser = new Browser("198.51.100.77");
  await browser.signIn(email, password);
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: "#336699" } });
  png = new Uint8Array(await picture.png().toBuffer());
});

const own = { "sec-fetch-site": "same-origin" };

function send(headers: Record<string, string>, raw = png) {
  return side.post<Upload>("/uploads", undefined, { raw, headers: { "content-type": "image/png", ...headers } });
}

describe("an image of the team", () => {
  it("is stored for a signed-in person, and shown to anyone with its address", async () => {
    const stored = await send({ ...own, cookie: browser.cookieHeader });
    expect(stored.status).toBe(201);
    expect(stored.body).toMatchObject({ contentType: "image/png", width: 30, height: 20 });
    expect((await side.get(new URL(stored.body.url).pathname)).headers.get("content-type")).toBe("image/png");
  });

  it("is refused without a session, and from another site's page", async () => {
    expect((await send(own)).status).toBe(401);
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example", cookie: browser.cookieHeader };
    expect((await send(foreign)).status).toBe(403);
    expect((await send({ cookie: browser.cookieHeader })).status).toBe(403);
  });

  it("is refused where it is no image or more than 5 MB", async () => {
    const headers = { ...own, cookie: browser.cookieHeader };
    const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>");
    expect((await send(headers, svg)).status).toBe(415);
    expect((await send(headers, new Uint8Array(5 * 1024 * 1024 + 1))).status).toBe(413);
  });

  it("is refused after sixty in a minute, whatever they hold, and says when the next may come", async () => {
    const headers = { ...own, cookie: browser.cookieHeader };
    const nothing = new Uint8Array([1]);
    let last = await send(headers, nothing);
    // Of two minutes, where one ends meanwhile.
    for (let n = 0; n < 120 && last.status !== 429; n += 1) last = await send(headers, nothing);
    expect([last.status, last.body.error]).toEqual([429, "rate_limited"]);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(last.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect((await send({ ...headers, cookie: "" })).status).toBe(401);
  });

  it("is refused for those who may not write", async () => {
    await systemPool().query(`update users set "role" = 'viewer' where "companyId" = $1 and "id" = $2`, [
      companyId,
      userId,
    ]);
    forgetSessions({ companyId });
    const refused = await send({ ...own, cookie: browser.cookieHeader });
    expect(refused.status).toBe(403);
    expect(refused.body.requiredPermissions).toEqual(["chat_talk"]);
  });
});
