import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { updateCompany } from "#server/companies/editing.ts";
import { assign } from "#server/conversations/assigning.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { consumers } from "#server/relay/consumers.ts";
import { endSession } from "#server/sessions/ending.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { signedIn } from "#server/testing/sockets.ts";
import { converse, say } from "#server/testing/talking.ts";
import { updatePreferences } from "../preferring.ts";
import { listDevices, registerDevice, removeDevice } from "./devices.ts";
import { pushEvent, testDevice } from "./pushing.ts";
import type { PushPayload } from "./schema.ts";
import { vapidKeys } from "./vapid.ts";

const company = await openCompany();
const api = await openApi(company);
const system = systemActor(company.companyId);

type Taken = { path: string; headers: http.IncomingHttpHeaders; body: Buffer };
const taken: Taken[] = [];
let status = 201;
/** The way to a push service that is away. */
let broken = "";
const service = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    taken.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(request.url === broken ? 503 : status).end();
  });
});
let origin = "";

beforeAll(async () => {
  allowPrivateTargets(true);
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  allowPrivateTargets(false);
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

/** A browser that has subscribed: what it tells, and what it alone can open. */
type Browser = { actor: Actor; id: string; curve: ECDH; auth: Buffer; path: string };

async function browserOf(person: Actor, path: string): Promise<Browser> {
  const { sessionId } = await signedIn(person);
  const actor = { ...person, sessionId };
  const curve = createECDH("prime256v1");
  const auth = randomBytes(16);
  const keys = { p256dh: curve.generateKeys("base64url"), auth: auth.toString("base64url") };
  const { id } = await registerDevice.execute(actor, {
    endpoint: origin + path,
    keys,
    userAgent: "X11; Linux Chrome/1",
  });
  return { actor, id, curve, auth, path };
}

const expand = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** RFC 8291 and 8188, by the book: salt, record size, the sender's key, one record. */
function opened({ curve, auth }: Browser, { body, headers }: Taken): PushPayload {
  expect(headers["content-encoding"]).toBe("aes128gcm");
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), sender]);
  const secret = expand(curve.computeSecret(sender), auth, info, 32);
  const key = expand(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = expand(secret, salt, "Content-Encoding: nonce\0", 12);
  const record = body.subarray(21 + keyLength);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString("utf8")) as PushPayload;
}

/** RFC 8292: the signature is by the key with which the browser subscribed, for this push service, for a day at most. */
function expectSigned({ headers }: Taken): void {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  expect(key).toBe(vapidKeys().publicKey);
  const point = Buffer.from(key, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const [head = "", claims = "", signature = ""] = token.split(".");
  const publicKey = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" as const };
  const signed = verify("sha256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, "base64url"));
  expect(signed).toBe(true);
  const said = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string; exp: number; sub: string };
  expect(said.aud).toBe(origin);
  expect(said.exp * 1000).toBeGreaterThan(Date.now());
  expect(said.exp * 1000).toBeLessThanOrEqual(Date.now() + 86_400_000);
  expect(said.sub).toMatch(/^(?:https:|mailto:)/);
}

/** What the relay would give to the job, for the newest event. */
async function pushNewest(): Promise<number> {
  const { rows } = await systemPool().query(
    `select * from events where "companyId" = $1 and "type" = 'notification/changed' order by "ordinal" desc limit 1`,
    [company.companyId],
  );
  const wants = consumers.find(({ task }) => task === "notifications.push")?.wants(rows[0]);
  return wants ? (await pushEvent.execute(system, { eventId: rows[0].id })).sent : 0;
}

const newestEvent = async () =>
  (
    await systemPool().query<{ id: string }>(
      `select "id" from events where "companyId" = $1 and "type" = 'notification/changed' order by "ordinal" desc limit 1`,
      [company.companyId],
    )
  ).rows[0]?.id ?? "";

const taking = (browser: Browser) => taken.filter(({ path }) => path === browser.path);
const devices = async (actor: Actor) => (await listDevices.execute(actor, {})).devices;
const held = async (to: Actor, visitorName = "Vera") => {
  const { id } = await converse(api, company, { visitorName });
  await assign.execute(company.admin, { conversationId: id, assignedTo: to.id });
  return id;
};

it("reaches each device signed, and only that device can read it: who and where, no words of the visitor [W3]", async () => {
  const [one, two] = [await browserOf(company.agent, "/one"), await browserOf(company.agent, "/two")];
  const id = await held(company.agent);
  expect(await pushNewest()).toBe(2);
  await say(api, id, "visitor", { body: "My secret is 4711" });
  expect(await pushNewest()).toBe(2);
  for (const browser of [one, two]) {
    const [assigned, replied] = taking(browser);
    if (!assigned || !replied) throw new Error("not pushed");
    for (const message of [assigned, replied]) expectSigned(message);
    expect(opened(browser, assigned)).toMatchObject({ title: "A conversation was assigned to you", body: "Vera" });
    const told = opened(browser, replied);
    expect(told).toEqual({
      company: { id: company.companyId, name: "Acme" },
      title: "A visitor replied to you",
      body: "Vera",
      url: `/inbox/${id}`,
      tag: `replied:${id}`,
      unread: expect.any(Number),
    });
  }
  expect(() => opened(one, taking(two)[0] as Taken)).toThrow();
  expect((await devices(one.actor)).map(({ device, current }) => [device, current])).toEqual([
    ["desktop, Linux, Chrome", false],
    ["desktop, Linux, Chrome", true],
  ]);
  for (const browser of [one, two]) await removeDevice.execute(browser.actor, { deviceId: browser.id });
});

it("shows what was written where the company allows it, in the person's language [W3]", async () => {
  const browser = await browserOf(company.otherAgent, "/words");
  await updateCompany.execute(company.admin, { settings: { pushShowsText: true } });
  await systemPool().query(`update users set "preferences" = '{"locale":"es"}' where "id" = $1`, [
    company.otherAgent.id,
  ]);
  const id = await held(company.otherAgent);
  await say(api, id, "visitor", { body: "¿Está abierto?" });
  await pushNewest();
  const [told] = taking(browser);
  if (!told) throw new Error("not pushed");
  expect(opened(browser, told)).toMatchObject({ title: "Un visitante te respondió", body: "Vera: ¿Está abierto?" });
  // What is written from right to left leaves who wrote it in front.
  await say(api, id, "visitor", { body: "مرحبا (1)" });
  await pushNewest();
  const turned = taking(browser).at(-1);
  if (!turned) throw new Error("not pushed");
  expect(opened(browser, turned)).toMatchObject({ body: "Vera: \u2068مرحبا (1)\u2069" });
  await updateCompany.execute(company.admin, { settings: { pushShowsText: false } });
  await removeDevice.execute(browser.actor, { deviceId: browser.id });
});

it("is silent for what was read, is not wanted, or may no longer be seen, and after the session [W3]", async () => {
  const browser = await browserOf(company.agent, "/silent");
  const id = await held(company.agent);
  await assign.execute(company.admin, { conversationId: id, assignedTo: company.supervisor.id });
  const { rows } = await systemPool().query<{ id: string }>(
    `select e."id" from events e where e."companyId" = $1 and e."type" = 'notification/changed'
      and e."data" @> $2::jsonb order by "ordinal" desc limit 1`,
    [company.companyId, JSON.stringify({ people: [{ userId: company.agent.id, made: { kind: "assigned" } }] })],
  );
  expect((await pushEvent.execute(system, { eventId: rows[0]?.id ?? "" })).sent).toBe(0);
  await updatePreferences.execute(company.agent, { matrix: { assigned: { push: false } } });
  await held(company.agent);
  expect(await pushNewest()).toBe(0);
  await updatePreferences.execute(company.agent, { matrix: { assigned: { push: true } } });
  await endSession.execute(browser.actor, { sessionId: browser.actor.sessionId ?? "" });
  await held(company.agent);
  expect(await pushNewest()).toBe(0);
  expect(taking(browser)).toEqual([]);
});

it("forgets a device whose browser wants no more, and tries again where the push service is away [W3]", async () => {
  for (const gone of [404, 410]) {
    const browser = await browserOf(company.agent, `/gone/${gone}`);
    status = gone;
    await held(company.agent);
    expect(await pushNewest()).toBe(0);
    expect((await devices(browser.actor)).map(({ id }) => id)).not.toContain(browser.id);
  }
  const browser = await browserOf(company.agent, "/busy");
  status = 503;
  await held(company.agent);
  await expect(pushNewest()).rejects.toMatchObject({ code: "unavailable" });
  status = 201;
  expect(await pushNewest()).toBe(1);
  expect(await testDevice.execute(browser.actor, { deviceId: browser.id })).toEqual({ outcome: "sent" });
  const last = taking(browser).at(-1);
  if (!last) throw new Error("not pushed");
  expect(opened(browser, last)).toMatchObject({ tag: "test", url: "/settings/notifications" });
  await expect(testDevice.execute(company.supervisor, { deviceId: browser.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("rings once on a device that took it, although another's push service is away [W3]", async () => {
  const [well, away] = [await browserOf(company.otherAgent, "/well"), await browserOf(company.otherAgent, "/away")];
  broken = away.path;
  await held(company.otherAgent);
  const eventId = await newestEvent();
  expect(await pushEvent.execute(system, { eventId })).toEqual({ sent: 1, left: [away.id] });
  await expect(pushEvent.execute(system, { eventId, deviceId: away.id })).rejects.toMatchObject({
    code: "unavailable",
  });
  broken = "";
  expect(await pushEvent.execute(system, { eventId, deviceId: away.id })).toEqual({ sent: 1, left: [] });
  expect([taking(well).length, taking(away).length]).toEqual([1, 3]);
  for (const browser of [well, away]) await removeDevice.execute(browser.actor, { deviceId: browser.id });
});

it("never calls an address inside the house, however it is written or resolved [W3]", async () => {
  const browser = await browserOf(company.agent, "/inside");
  allowPrivateTargets(false);
  try {
    const before = taken.length;
    // It was good when it was registered: what counts is the address at the time of the call.
    expect((await testDevice.execute(browser.actor, { deviceId: browser.id })).outcome).toBe("gone");
    expect(taken).toHaveLength(before);
    const keys = { p256dh: browser.curve.getPublicKey("base64url"), auth: "BTBZMqHH6r4Tts7J_aSIgg" };
    for (const endpoint of [
      "http://127.0.0.1/x",
      "https://0x7f.1/x",
      "https://localhost/x",
      "https://[::1]/x",
      "ftp://a.example/x",
    ])
      await expect(registerDevice.execute(browser.actor, { endpoint, keys }), endpoint).rejects.toMatchObject({
        code: "validation_error",
      });
  } finally {
    allowPrivateTargets(true);
  }
});
