import { createHmac } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";

const appSecret = vi.hoisted(() => {
  vi.stubEnv("META_APP_SECRET", "the app of this installation");
  return "the app of this installation";
});

import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { createChannel } from "../creating.ts";
import { listInbound, reprocessInbound } from "../journal/journal.ts";
import { appSecretOf, simulatedAccount } from "../simulator/accounts.ts";
import { heldBytes, maxPayloadBytes } from "./bodies.ts";

const company = await openCompany();
// The only company of an installation sees what its app gets; here there are two, whatever ran before.
await openCompany("Another");

const garbage = `sha256=${"0".repeat(64)}`;
const sign = (secret: string, body: string) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
const entryOf = (id: string) => ({
  id: "900",
  changes: [{ field: "messages", value: { metadata: { phone_number_id: id } } }],
});
const many = (from: number) =>
  JSON.stringify({ entry: Array.from({ length: 20_000 }, (_, n) => entryOf(String(from + n))) });

type Sent = { signature?: string; address?: string; path?: string; signal?: AbortSignal };

function post(body: BodyInit, { signature = garbage, address = "192.0.2.1", path = "/hooks/whatsapp", signal }: Sent) {
  const init = { method: "POST", body, duplex: "half", headers: { "x-hub-signature-256": signature } } as const;
  const env = { incoming: { socket: { remoteAddress: address } } };
  return Promise.resolve(app.request(path, signal ? { ...init, signal } : init, env));
}

async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(systemPool(), "query");
  try {
    await work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

describe("an unsigned payload", () => {
  it("costs one query at most, whatever it names, and none once its sender has gone [found S2]", async () => {
    const body = many(1_000_000);
    let status = 0;
    const asked = await queriesOf(async () => {
      status = (await post(body, { address: "192.0.2.10" })).status;
    });
    expect([status, asked]).toEqual([401, 1]);
    const leaving = new AbortController();
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.from(body));
        leaving.abort();
        controller.close();
      },
    });
    const gone = post(stream, { address: "192.0.2.10", signal: leaving.signal });
    expect(await queriesOf(() => gone.catch(() => undefined))).toBe(0);
  });

  it("is not even read into JSON where the installation's own app signs [found S2]", async () => {
    const broken = "{ this is no JSON";
    expect((await post(broken, { signature: sign(appSecret, broken) })).status).toBe(400);
    expect((await post(broken, { signature: "sha256=00" })).status).toBe(400);
  });

  it("has nothing looked up any more after too many failures from one place, but only there [found S2]", async () => {
    const body = JSON.stringify({ entry: [entryOf("42")] });
    const address = "192.0.2.20";
    for (let n = 0; n < 101; n += 1) await post(body, { address });
    const last = await post(body, { address });
    expect([last.status, last.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await queriesOf(() => post(body, { address }))).toBe(0);
    expect((await post(body, { address, signature: sign(appSecret, body) })).status).toBe(200);
    expect((await post(body, { address: "192.0.2.21" })).status).toBe(401);
    const { id } = await createChannel.execute(company.admin, { type: "WHATSAPP_API", label: "Own", sandbox: true });
    const account = simulatedAccount({ companyId: company.companyId, channelId: id, platform: "whatsapp" });
    const good = JSON.stringify({ entry: [entryOf(account.id)] });
    const path = `/hooks/whatsapp/${id}`;
    expect((await post(good, { address, path, signature: sign(appSecretOf(account), good) })).status).toBe(200);
  });

  it("takes bounded memory: forty of 3 MB at once are asked to retry [found S2]", async () => {
    const gate = Promise.withResolvers<void>();
    const slow = () =>
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new Uint8Array(maxPayloadBytes - 2));
          await gate.promise;
          controller.close();
        },
      });
    const before = heldBytes();
    const waiting = Array.from({ length: 40 }, (_, n) => post(slow(), { address: `198.51.100.${n}` }));
    const fromOne = Array.from({ length: 10 }, () => post(slow(), { address: "203.0.113.1" }));
    await vi.waitFor(() => expect(heldBytes()).toBeGreaterThan(before + 20 * 1024 * 1024), 20_000);
    expect(heldBytes()).toBeLessThanOrEqual(24 * 1024 * 1024);
    gate.resolve();
    const answers = await Promise.all([...waiting, ...fromOne]);
    const crowded = answers.filter(({ status }) => status === 503);
    expect(crowded.length).toBeGreaterThanOrEqual(40);
    expect(crowded.every(({ headers }) => headers.get("retry-after") === "2")).toBe(true);
    expect(answers.filter(({ status }) => status === 400).length).toBe(50 - crowded.length);
    expect(heldBytes()).toBe(before);
  });
});

describe("a payload that is signed, but for an unknown account", () => {
  const test = { id: "0", changes: [{ field: "messages", value: { metadata: { phone_number_id: "123456123" } } }] };
  const bodies = [
    { object: "whatsapp_business_account", entry: [] },
    { object: "whatsapp_business_account", entry: [test] },
    { object: "whatsapp_business_account" },
  ].map((body) => JSON.stringify(body));

  it("is answered with 200: unknown ids, an empty entry, the test events of the dashboard [found C3]", async () => {
    for (const body of [...bodies, many(2_000_000)]) {
      const { status } = await post(body, { address: "192.0.2.30", signature: sign(appSecret, body) });
      expect(status).toBe(200);
    }
    for (const platform of ["messenger", "instagram"]) {
      const body = JSON.stringify({ entry: [{ id: "0", messaging: [{ sender: { id: "12334" } }] }] });
      const path = `/hooks/${platform}`;
      expect((await post(body, { address: "192.0.2.30", path, signature: sign(appSecret, body) })).status).toBe(200);
    }
  });

  it("stands as not ours in the journal of the company whose app it is, and stays there [found C3]", async () => {
    const { id } = await createChannel.execute(company.admin, { type: "WHATSAPP_API", label: "App", sandbox: true });
    const account = simulatedAccount({ companyId: company.companyId, channelId: id, platform: "whatsapp" });
    for (const body of bodies) {
      const signature = sign(appSecretOf(account), body);
      expect((await post(body, { path: `/hooks/whatsapp/${id}`, signature })).status).toBe(200);
    }
    const { data } = await listInbound.execute(company.admin, { status: "ignored" });
    expect(data.map(({ error, channelId }) => [error, channelId])).toEqual([
      ["Not ours. It names no account.", null],
      ["Not ours. Nothing connected here has the id 123456123.", null],
      ["Not ours. It names no account.", null],
    ]);
    const payloadId = data[0]?.id ?? "";
    expect(await reprocessInbound.execute(company.admin, { payloadId })).toMatchObject({ status: "ignored" });
  });
});
