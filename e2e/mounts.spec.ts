import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import { expect } from "@playwright/test";
import sharp from "sharp";
import { expectNoFaults, watchFaults } from "./fixtures/faults.ts";
import { thread } from "./fixtures/inbox.ts";
import { admin, answering, dataDir, end, ports, raw, startNext, startOwn } from "./fixtures/mounts.ts";
import { test } from "./fixtures/test.ts";
import { demo, demoPassword, desk, fillSignIn } from "./fixtures/workspace.ts";

const bases = {
  "the own server": `http://localhost:${ports.own}`,
  "a plain next start": `http://localhost:${ports.next}`,
};
const nextBase = bases["a plain next start"];

let own: ChildProcess | undefined;
let next: ChildProcess | undefined;
let token = "";

type Body = Record<string, unknown> & { id: string };
type Answer = { status: number; headers: Headers; body: Body };

async function call(
  base: string,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...more,
  };
  const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const answer = await fetch(`${base}${path}`, { method, headers, ...init });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") && text !== "";
  return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : {}) as Body };
}

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  own = startOwn();
  await answering(bases["the own server"]);
  next = startNext();
  await answering(nextBase);
  const [company] = await admin<{ id: string }[]>("company", "list");
  const made = await admin<{ token: string }>(
    "token",
    "create",
    "--company",
    company?.id ?? "",
    "--permissions",
    "admin",
    "--name",
    "mounts",
  );
  token = made.token;
});

test.afterAll(async () => {
  await end(next, "SIGTERM");
  await end(own, "SIGTERM");
  fs.rmSync(dataDir, { recursive: true, force: true });
});

for (const [name, base] of Object.entries(bases)) {
  test(`the contract's journey runs on ${name} [found A11]`, async () => {
    const { status, body: channels } = await call(base, "GET", "/v1/channels");
    expect([status, channels]).toEqual([200, expect.any(Array)]);
    const channel = (channels as unknown as { id: string; type: string }[]).find(({ type }) => type === "WEBSITE");
    const websiteId = channel?.id ?? "";

    await test.step("a contact is made once, whoever asks twice", async () => {
      const given = { websiteId, name: `Mia ${name}`, entryMethod: "API" };
      const key = { "idempotency-key": `mounts-${name}` };
      const made = await call(base, "POST", "/v1/contacts", given, key);
      const again = await call(base, "POST", "/v1/contacts", given, key);
      expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      expect(again.body.id).toBe(made.body.id);
      const read = await call(base, "GET", `/v1/contacts/${made.body.id}`);
      expect(read.body).toMatchObject({ id: made.body.id, name: given.name });
      expect((await call(base, "PATCH", `/v1/contacts/${made.body.id}`, { name: "Mia" })).body.name).toBe("Mia");
      expect((await call(base, "DELETE", `/v1/contacts/${made.body.id}`)).status).toBeLessThan(300);
      expect((await call(base, "GET", `/v1/contacts/${made.body.id}`)).status).toBe(404);
    });

    await test.step("a conversation is held, and versions are kept by their ETag", async () => {
      const companyId = String((await call(base, "GET", "/v1/accounts/me")).body.id);
      const begun = await call(base, "POST", "/v1/conversations", {
        channelId: websiteId,
        companyId,
        channel: "WEB",
        from: "v",
        visitorName: "Mia",
      });
      const one = `/v1/conversations/${begun.body.id}`;
      const said = await call(base, "POST", `${one}/messages`, { from: "v", fromType: "visitor", body: "¿Hola? 🙂" });
      expect(said.status, JSON.stringify(said.body)).toBeLessThan(300);
      const { body } = await call(base, "GET", `${one}/messages`, undefined, { "accept-encoding": "gzip" });
      expect((body.data as { text: string }[]).map(({ text }) => text)).toContain("¿Hola? 🙂");
      expect((await call(base, "POST", `${one}/close`, { isLead: false })).status).toBeLessThan(300);
    });

    await test.step("refusals are the contract's", async () => {
      const refused = async (status: number, error: string, asked: Promise<Answer>) => {
        const answer = await asked;
        expect(answer).toMatchObject({ status, body: { error } });
        expect(answer.body.requestId).toBe(answer.headers.get("x-request-id"));
        expect(answer.headers.get("x-ratelimit-limit")).toBe("1000");
      };
      await refused(
        401,
        "unauthorized",
        call(base, "GET", "/v1/contacts", undefined, { authorization: "Bearer nobody" }),
      );
      await refused(404, "not_found", call(base, "GET", "/v1/no-such-thing"));
      for (const path of ["/v1/contacts/", "/v1/no-such-thing/", "/v1/"]) {
        const asked = await raw(base, path, { headers: { authorization: `Bearer ${token}` } });
        expect([path, asked.status, asked.headers["content-type"]]).toEqual([path, 404, "application/json"]);
      }
      await refused(405, "method_not_allowed", call(base, "PUT", "/v1/contacts", {}));
      await refused(400, "invalid_json", call(base, "POST", "/v1/contacts", "{"));
      await refused(
        415,
        "unsupported_media_type",
        call(base, "POST", "/v1/contacts", "{}", { "content-type": "text/plain" }),
      );
      expect(
        (await raw(base, "/v1/contacts?search=%ff", { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(400);
    });

    await test.step("a page's address loses the slash at its end, and never leads elsewhere", async () => {
      const page = await raw(base, "/sign-in/?next=%2Finbox", {});
      expect([page.status, page.headers.location]).toEqual([
        308,
        expect.stringMatching(/^(?:http:\/\/[^/]+)?\/sign-in\?next=%2Finbox$/),
      ]);
      const elsewhere = await raw(base, "//evil.example/", {});
      expect(String(elsewhere.headers.location ?? "")).not.toMatch(/^(?:https?:)?[\\/]{2}evil/);
    });

    await test.step("a body in pieces has the same end as one with a length", async () => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "transfer-encoding": "chunked",
      };
      const piece = Buffer.alloc(256 * 1024, " ");
      const { status } = await raw(base, "/v1/contacts", { method: "POST", headers }, Array(6).fill(piece));
      expect(status).toBe(413);
    });

    await test.step("HEAD, preflight, compression and the request's own id", async () => {
      expect((await raw(base, "/health", { method: "HEAD" })).status).toBe(200);
      const preflight = await fetch(`${base}/v1/contacts`, { method: "OPTIONS" });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
      const document = await fetch(`${base}/v1/openapi.json`, { headers: { "accept-encoding": "gzip" } });
      expect(document.headers.get("content-encoding")).toBe("gzip");
      expect(((await document.json()) as { openapi: string }).openapi).toMatch(/^3\.1/);
      const named = await call(base, "GET", "/v1/users/me", undefined, { "x-request-id": "journey-1" });
      expect(named.headers.get("x-request-id")).toBe("journey-1");
    });

    await test.step("an export streams whole, and one that nobody waits for harms nothing", async () => {
      const asked = { headers: { authorization: `Bearer ${token}` } };
      const whole = await fetch(`${base}/v1/conversations/export`, asked);
      expect(whole.status).toBe(200);
      expect((await whole.text()).length).toBeGreaterThan(1000);
      const stop = new AbortController();
      const cut = await fetch(`${base}/v1/conversations/export`, { ...asked, signal: stop.signal });
      stop.abort();
      await expect(cut.text()).rejects.toThrow();
      expect((await fetch(`${base}/health/ready`)).status).toBe(200);
    });

    await test.step("a visitor uploads an image, and a part of it is read", async () => {
      const widget = `${base}/widget/v1/${websiteId}`;
      const begun = await fetch(`${widget}/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      const session = (await begun.json()) as { token: string };
      const image = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#8844aa" } })
        .png()
        .toBuffer();
      const sent = await fetch(`${widget}/uploads`, {
        method: "POST",
        headers: { authorization: `Bearer ${session.token}` },
        body: new Uint8Array(image),
      });
      const stored = (await sent.json()) as { url: string };
      expect(sent.status, JSON.stringify(stored)).toBeLessThan(300);
      const address = new URL(stored.url, base).pathname;
      const all = Buffer.from(await (await fetch(`${base}${address}`)).arrayBuffer());
      const part = await fetch(`${base}${address}`, { headers: { range: "bytes=10-29", "accept-encoding": "gzip" } });
      expect(part.status).toBe(206);
      expect(part.headers.get("content-range")).toBe(`bytes 10-29/${all.length}`);
      expect(part.headers.get("content-length")).toBe("20");
      expect(Buffer.from(await part.arrayBuffer())).toEqual(all.subarray(10, 30));
    });

    await test.step("a client cannot name its own address", async () => {
      const left = async (n: number) => {
        const { headers } = await raw(base, "/health", { headers: { "x-forwarded-for": `198.51.100.${n}` } });
        return Number(headers["x-ratelimit-remaining"]);
      };
      const counts = [await left(1), await left(2), await left(3), await left(4), await left(5)];
      // Five of one minute, or divided by a full one.
      expect(Math.min(...counts)).toBeLessThanOrEqual(997);
    });
  });
}

test("screens without sockets poll instead, behind the same policy and never as a forged viewer [found A11]", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const forged = { "x-parley-viewer": Buffer.from('{"state":"anonymous","firstRun":true}').toString("base64url") };
  const page = await fetch(`${nextBase}/inbox`, { headers: forged, redirect: "manual" });
  expect(page.headers.get("location")).toMatch(/\/sign-in$/);
  const shown = await fetch(`${nextBase}/sign-in`);
  expect(shown.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(shown.headers.get("x-frame-options")).toBe("DENY");

  const context = await browser.newContext({ viewport: desk, baseURL: nextBase });
  const agent = await context.newPage();
  watchFaults(agent);
  await agent.goto("/sign-in");
  await fillSignIn(agent, demo.admin.email, demoPassword);
  await agent.waitForURL(/\/inbox/);
  const { body: channels } = await call(nextBase, "GET", "/v1/channels");
  const channel = (channels as unknown as { id: string; type: string }[]).find(({ type }) => type === "WEBSITE");
  const companyId = String((await call(nextBase, "GET", "/v1/accounts/me")).body.id);
  const begun = await call(nextBase, "POST", "/v1/conversations", {
    channelId: channel?.id,
    companyId,
    channel: "WEB",
    from: "v",
    visitorName: "Nora",
  });
  const messages = `/v1/conversations/${begun.body.id}/messages`;
  await call(nextBase, "POST", messages, { from: "v", fromType: "visitor", body: "Is anybody there?" });
  await agent.goto(`/inbox/${begun.body.id}?view=all`);
  await expect(thread(agent)).toContainText("Is anybody there?");
  await expect(agent.getByText("No live connection: updating every few seconds")).toBeVisible({
    timeout: 60_000,
  });
  await call(nextBase, "POST", messages, { from: "v", fromType: "visitor", body: "Hello again" });
  await expect(thread(agent)).toContainText("Hello again", { timeout: 60_000 });

  const visitor = await (await browser.newContext({ baseURL: nextBase })).newPage();
  await visitor.goto(`/widget/${channel?.id}`);
  const log = visitor.getByRole("log", { name: "Messages" });
  await visitor.getByRole("textbox", { name: "Message" }).fill("A plain question");
  await visitor.getByRole("button", { name: "Send message" }).click();
  // The worker's bot answers; the chat hears of it by asking.
  await expect(log).toContainText("What is your name?", { timeout: 60_000 });
  await visitor.context().close();
  await agent.goto("/settings/health");
  await expect(agent.getByText("Live connections")).toBeVisible();
  expectNoFaults(agent);
  await context.close();
});

test("readiness tells when the worker is gone, and Next's process ends in order [found A11]", async () => {
  test.setTimeout(240_000);
  type Ready = { status: string; lacks?: Record<string, string> };
  const ready = async () => (await (await fetch(`${nextBase}/health/ready`)).json()) as Ready;
  expect(Object.keys((await ready()).lacks ?? {})).toEqual(["sockets"]);
  await end(own, "SIGKILL");
  await expect
    .poll(async () => (await ready()).lacks?.worker ?? "", { timeout: 90_000 })
    .toContain("no worker process lives");
  expect((await call(nextBase, "GET", "/v1/users/me")).status).toBe(200);
  expect(await end(next, "SIGTERM")).toBe(0);
});
