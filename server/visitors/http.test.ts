import { SignJWT } from "jose";
import pg from "pg";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { day, hour, minute, shiftClock } from "#server/base/clock.ts";
import { revealIdentitySecret, rotateIdentitySecret } from "#server/channels/connection/identity-secret.ts";
import { updateChannel } from "#server/channels/editing.ts";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { env } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { app } from "#server/rest/app.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openPools } from "#server/testing/pools.ts";
import { freshAddress, plainCompany, visitorOn, visitorSide } from "#server/testing/visitor.ts";
import type { VisitorMessage, WidgetConfig } from "./schema.ts";

openPools();

let acme: CreatedCompany;
let other: CreatedCompany;
const side = visitorSide();
const admin = () => systemActor(acme.companyId);
const unknown = "019aa000-0000-7000-8000-000000000000";

beforeAll(async () => {
  acme = await plainCompany("Acme");
  other = await plainCompany("Other");
});

afterEach(() => shiftClock(0));

type Listed = { messages: VisitorMessage[]; hasMore: boolean; conversation: { lastSeq: number; unread: number } };
type Begun = { messages: VisitorMessage[]; conversation: { id: string; botActive: boolean } };
type Sent = { message: VisitorMessage; conversation: { id: string } };

const text = (body: string, clientMessageId = `c-${Math.random()}`) => ({ body, clientMessageId });

async function statusOf(id: string): Promise<string> {
  const { rows } = await systemPool().query<{ status: string }>(`select "status" from conversations where "id" = $1`, [
    id,
  ]);
  return rows[0]?.status ?? "";
}

async function close(id: string): Promise<void> {
  await systemPool().query(`update conversations set "status" = 'closed', "closedAt" = now() where "id" = $1`, [id]);
}

async function say(conversationId: string, fromType: "user" | "robot", body: string) {
  return sendMessage.execute(admin(), { conversationId, from: acme.userId, fromType, body });
}

describe("config", () => {
  it("says how the widget looks and what the bot says first, and nothing secret", async () => {
    const { status, body, headers, text } = await side.get<WidgetConfig>(`/widget/v1/${acme.channelId}/config`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      channelId: acme.channelId,
      company: "Acme",
      bot: { name: "Assistant" },
      appearance: { color: expect.stringMatching(/^#/), windowTitle: "Acme", enabled: true },
      opening: { messages: [{ text: "Hi, welcome. How can we help you?" }] },
      identityRequired: false,
      transcripts: false,
    });
    expect(headers.get("x-request-id")).toMatch(/^[\w.-]+$/);
    expect(headers.get("x-ratelimit-limit")).toBe("1000");
    expect(text).not.toContain(acme.companyId);
    expect(text).not.toMatch(/secret|token|email@/i);
  });

  it.each(["not-an-id", unknown])("is not found for %s", async (id) => {
    const { status, body } = await side.get(`/widget/v1/${id}/config`);
    expect({ status, error: body.error }).toEqual({ status: 404, error: "not_found" });
  });
});

describe("a session", () => {
  it("gives a token of 256 random bits of which only the hash is kept", async () => {
    const visitor = await visitorOn(acme.channelId);
    expect(visitor.started.status).toBe(200);
    expect(visitor.token).toMatch(/^vs_[\w-]{43}$/);
    const { rows } = await systemPool().query("select * from visitor_sessions");
    expect(JSON.stringify(rows)).not.toContain(visitor.token);
  });

  it("goes on after a reload, with its conversation", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const again = await visitor.post<{ token: string; conversation: { id: string } }>("/session", {});
    expect(again.body).toMatchObject({ token: visitor.token, conversation: { id } });
  });

  it("begins anew when the token is unknown, and ends for good when the visitor leaves", async () => {
    const visitor = await visitorOn(acme.channelId);
    const left = await side.delete(`${visitor.base}/session`, visitor.options);
    expect(left.status).toBe(204);
    expect((await visitor.post("/typing", { conversationId: unknown })).status).toBe(401);
    const fresh = await visitor.post<{ token: string }>("/session", {});
    expect(fresh.body.token).not.toBe(visitor.token);
  });

  it.each(["", "vs_", "vs_short", `vs_${"A".repeat(43)}`, "Bearer"])("does not take %j for a token", async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await side.post(
      `/widget/v1/${acme.channelId}/conversations`,
      { message: text("x") },
      { headers },
    );
    expect({ status, error: body.error }).toEqual({ status: 401, error: "unauthorized" });
  });

  it("is good for its own channel only", async () => {
    const visitor = await visitorOn(acme.channelId);
    const elsewhere = await side.post(
      `/widget/v1/${other.channelId}/conversations`,
      { message: text("x") },
      visitor.options,
    );
    expect(elsewhere.status).toBe(401);
  });

  it("is not read from the address", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const path = `${visitor.base}/conversations/${id}/messages?token=${visitor.token}&authorization=Bearer%20${visitor.token}`;
    expect((await side.get(path)).status).toBe(401);
  });
});

describe("a conversation", () => {
  it("begins with the greeting that was on the screen and the visitor's own message", async () => {
    const visitor = await visitorOn(acme.channelId, {
      page: {
        url: "https://shop.example/prices",
        landing: "https://shop.example/?utm_source=news&utm_medium=mail&utm_campaign=may&gclid=G1",
        referrer: "https://search.example/",
        gaClientId: "123.456",
      },
    });
    const { status, body } = await visitor.post<Begun>("/conversations", { message: text("hello", "first") });
    expect(status).toBe(201);
    expect(body.messages.map(({ seq, from, text, name }) => [seq, from, text, name])).toEqual([
      [1, "robot", "Hi, welcome. How can we help you?", "Assistant"],
      [2, "visitor", "hello", ""],
    ]);
    const { rows } = await systemPool().query(`select * from conversations where "id" = $1`, [body.conversation.id]);
    expect(rows[0]).toMatchObject({
      url: "https://shop.example/prices",
      referrer: "https://search.example/",
      utmSource: "news",
      utmMedium: "mail",
      utmCampaign: "may",
      gclid: "G1",
      gaClientId: "123.456",
      chatbotState: "ON",
      flowState: { waiting: "greeting" },
    });
    const types = (await eventsOf(acme))
      .filter((event) => event.conversationId === body.conversation.id)
      .map(({ type }) => type);
    expect(types).toEqual(["conversation/created", "conversation/message", "conversation/message"]);
  });

  it("is made once, however often the same first message is sent, also at the same time", async () => {
    const visitor = await visitorOn(acme.channelId);
    const message = text("hello", "once");
    const answers = await Promise.all([1, 2, 3, 4].map(() => visitor.post<Begun>("/conversations", { message })));
    expect(new Set(answers.map(({ body }) => body.conversation.id)).size).toBe(1);
    expect(answers.map(({ body }) => body.messages.length)).toEqual([2, 2, 2, 2]);
  });

  it("takes a message once, however often it is sent", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const path = `/conversations/${id}/messages`;
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post<Sent>(path, text("again", "same"))));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    const { body } = await visitor.get<Listed>(`${path}?after=0`);
    expect(body.messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it("lists what came after a seq, and never commands, notes or what agents are called in full", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    await say(id, "user", "Good morning");
    const { body, text: raw } = await visitor.get<Listed>(`/conversations/${id}/messages?after=2`);
    expect(body.messages.map(({ from, name, text }) => [from, name, text])).toEqual([["agent", "Ada", "Good morning"]]);
    expect(body.conversation).toMatchObject({ unread: 2 });
    expect(raw).not.toContain("Admin");
    expect(raw).not.toContain(acme.userId);
    expect(raw).not.toContain("took over");
  });

  it("lists the newest first when asked for older ones, in order", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    for (const n of [1, 2, 3]) await visitor.post(`/conversations/${id}/messages`, text(`m${n}`));
    const { body } = await visitor.get<Listed>(`/conversations/${id}/messages?before=5&limit=2`);
    expect(body).toMatchObject({ hasMore: true, messages: [{ seq: 3 }, { seq: 4 }] });
  });

  it.each([
    ["no text", { clientMessageId: "x" }],
    ["blank text", { body: "  ", clientMessageId: "x" }],
    ["4097 characters", { body: "a".repeat(4097), clientMessageId: "x" }],
    ["an unknown type", { type: "command", body: "x", clientMessageId: "x" }],
    ["NUL", { body: "a\0b", clientMessageId: "x" }],
    ["a foreign image", { type: "image", uploadId: unknown, clientMessageId: "x" }],
    [
      "an address for an image",
      { type: "image", message: { url: "https://evil.example/x.png" }, clientMessageId: "x" },
    ],
  ])("refuses %s with the field at fault", async (_, message) => {
    const visitor = await visitorOn(acme.channelId);
    const { status, body } = await visitor.post("/conversations", { message });
    expect({ status, error: body.error, field: body.details?.[0]?.field }).toMatchObject({
      status: 400,
      error: "validation_error",
      field: expect.stringMatching(/^message/),
    });
  });

  it("is out of reach of every other visitor", async () => {
    const [mine, theirs] = [await visitorOn(acme.channelId), await visitorOn(acme.channelId)];
    const id = await mine.begin();
    const tries = [
      await theirs.get(`/conversations/${id}/messages?after=0`),
      await theirs.post(`/conversations/${id}/messages`, text("hi")),
      await theirs.post("/typing", { conversationId: id }),
      await theirs.post("/read", { conversationId: id, seq: 1 }),
      await theirs.post("/url-visit", { conversationId: id, page: { url: "https://x.example/" } }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

it("mails no transcripts where this installation sends no mail", async () => {
  const visitor = await visitorOn(acme.channelId);
  const path = `/conversations/${await visitor.begin()}/transcript`;
  const tries = [await visitor.get(path), await visitor.post(path, { email: "ana@example.com" })];
  expect(tries.map(({ body }) => body)).toEqual([
    { sendsMail: false, to: "" },
    { outcome: "not_configured", to: "a•••@e•••.com" },
  ]);
  expect((await visitor.get(path)).body).toEqual({ sendsMail: false, to: "" });
});

describe("a closed conversation", () => {
  it("reopens within 24 hours", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    await close(id);
    shiftClock(day - minute);
    const { body } = await visitor.post<Sent>(`/conversations/${id}/messages`, text("me again"));
    expect(body.conversation.id).toBe(id);
    expect(await statusOf(id)).toBe("opened");
  });

  it("goes on in a new one later, which the session then resumes", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    await close(id);
    shiftClock(day + minute);
    const { body } = await visitor.post<Sent>(`/conversations/${id}/messages`, text("me again"));
    expect(body.conversation.id).not.toBe(id);
    expect(body.message.conversationId).toBe(body.conversation.id);
    expect(await statusOf(id)).toBe("closed");
    const again = await visitor.post<{ conversation: { id: string } }>("/session", {});
    expect(again.body.conversation.id).toBe(body.conversation.id);
  });
});

describe("reading and visiting", () => {
  it("marks the team's messages as read and counts what is unread", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    await say(id, "robot", "one");
    await visitor.post("/read", { conversationId: id, seq: 3 });
    const { body } = await visitor.get<Listed>(`/conversations/${id}/messages?after=0`);
    expect(body.messages.map(({ status }) => status)).toEqual(["read", "sent", "read"]);
    expect(body.conversation.unread).toBe(0);
  });

  it("notes a new page once", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const page = { url: "https://shop.example/prices", title: "Prices" };
    const first = await visitor.post("/url-visit", { conversationId: id, page });
    const second = await visitor.post("/url-visit", { conversationId: id, page });
    expect([first.body, second.body]).toEqual([{ noted: true }, { noted: false }]);
    const { rows } = await systemPool().query(
      `select "text", "command" from messages where "conversationId" = $1 and "type" = 'command'`,
      [id],
    );
    expect(rows).toEqual([
      { text: "Visits Prices", command: expect.objectContaining({ name: "url_visit", data: page }) },
    ]);
  });
});

describe("a signed identity", () => {
  const sign = async (
    claims: Record<string, unknown>,
    options: { secret?: string; audience?: string; expires?: string; alg?: string } = {},
  ) => {
    const { secret } = await revealIdentitySecret.execute(admin(), { channelId: acme.channelId });
    const jwt = new SignJWT(claims)
      .setProtectedHeader({ alg: options.alg ?? "HS256" })
      .setAudience(options.audience ?? acme.channelId);
    if (options.expires !== "never") jwt.setExpirationTime(options.expires ?? "5m");
    return jwt.sign(new TextEncoder().encode(options.secret ?? secret));
  };

  it("makes the visitor known, on every device", async () => {
    const identity = await sign({ sub: "user-7", name: "Ana Silva", email: "ana@example.com", phone: "+5411" });
    const phone = await visitorOn(acme.channelId, { identity });
    expect(phone.started.body.visitor).toEqual({
      name: "Ana Silva",
      email: "ana@example.com",
      phone: "+5411",
      verified: true,
    });
    const id = await phone.begin();
    const laptop = await visitorOn(acme.channelId, { identity });
    expect(laptop.started.body.conversation?.id).toBe(id);
    expect(laptop.token).not.toBe(phone.token);
  });

  it("takes over what the same browser wrote before, under a new token", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const identity = await sign({ sub: "user-8", name: "Bea" });
    const known = await visitor.post<{ token: string; conversation: { id: string } }>("/session", { identity });
    expect(known.body.conversation.id).toBe(id);
    expect(known.body.token).not.toBe(visitor.token);
    expect((await visitor.get(`/conversations/${id}/messages?after=0`)).status).toBe(401);
    const { rows } = await systemPool().query(`select "visitorId", "visitorName" from conversations where "id" = $1`, [
      id,
    ]);
    expect(rows).toEqual([{ visitorId: "user-8", visitorName: "Bea" }]);
  });

  it("says who the visitor is, and whose conversations came over when somebody signed in", async () => {
    type Answer = { visitorId: string; adopted: string | null };
    const visitor = await visitorOn(acme.channelId);
    const anonymous = (await visitor.post<Answer>("/session", {})).body;
    expect(anonymous).toMatchObject({ visitorId: expect.stringMatching(/^[\w-]{36}$/), adopted: null });
    const identity = await sign({ sub: "user-21" });
    const known = await visitor.post<Answer & { token: string }>("/session", { identity });
    expect(known.body).toMatchObject({ visitorId: "user-21", adopted: anonymous.visitorId });
    const headers = { authorization: `Bearer ${known.body.token}` };
    const next = await side.post<Answer>(
      `${visitor.base}/session`,
      { identity: await sign({ sub: "user-22" }) },
      { address: visitor.address, headers },
    );
    expect(next.body).toMatchObject({ visitorId: "user-22", adopted: null });
  });

  it("does not hand one person's conversation to the next one in the same browser", async () => {
    const first = await visitorOn(acme.channelId, { identity: await sign({ sub: "user-9" }) });
    await first.begin();
    const next = await first.post<{ conversation: unknown }>("/session", { identity: await sign({ sub: "user-10" }) });
    expect(next.body.conversation).toBeNull();
  });

  it.each([
    ["another secret", { sub: "u" }, { secret: "wis_not-the-secret-of-this-channel" }],
    ["another channel", { sub: "u" }, { audience: unknown }],
    ["no expiry", { sub: "u" }, { expires: "never" }],
    ["an expiry in the past", { sub: "u" }, { expires: "-1m" }],
    ["no subject", {}, {}],
    ["an empty subject", { sub: " " }, {}],
    ["a subject of 65 characters", { sub: "u".repeat(65) }, {}],
    ["another algorithm", { sub: "u" }, { alg: "HS512" }],
  ])("is refused with %s", async (_, claims, options) => {
    const identity = await sign(claims, options);
    const { status, body } = await side.post(
      `/widget/v1/${acme.channelId}/session`,
      { identity },
      { address: freshAddress() },
    );
    expect({ status, error: body.error }).toEqual({ status: 401, error: "unauthorized" });
  });

  it("is refused unsigned", async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const exp = Math.floor(Date.now() / 1000) + 300;
    const identity = `${part({ alg: "none" })}.${part({ sub: "u", aud: acme.channelId, exp })}.`;
    const { status } = await side.post(
      `/widget/v1/${acme.channelId}/session`,
      { identity },
      { address: freshAddress() },
    );
    expect(status).toBe(401);
  });

  it("is refused once the secret was rotated", async () => {
    const identity = await sign({ sub: "user-11" });
    await rotateIdentitySecret.execute(admin(), { channelId: acme.channelId });
    const { status } = await side.post(
      `/widget/v1/${acme.channelId}/session`,
      { identity },
      { address: freshAddress() },
    );
    expect(status).toBe(401);
  });

  it("can be required: anonymous visitors are then refused, also those from before", async () => {
    const before = await visitorOn(acme.channelId);
    const id = await before.begin();
    await updateChannel.execute(admin(), { channelId: acme.channelId, settings: { identityRequired: true } });
    try {
      const anonymous = await side.post(`/widget/v1/${acme.channelId}/session`, {}, { address: freshAddress() });
      expect(anonymous.status).toBe(401);
      expect((await before.post(`/conversations/${id}/messages`, text("hi"))).status).toBe(401);
      expect((await before.post("/session", {})).status).toBe(401);
      const known = await visitorOn(acme.channelId, { identity: await sign({ sub: "user-12" }) });
      expect(known.started.status).toBe(200);
    } finally {
      await updateChannel.execute(admin(), { channelId: acme.channelId, settings: { identityRequired: false } });
    }
  });
});

describe("origins", () => {
  it("whose scripts add headers to all that is fetched get the configuration, and nothing else from another site", async () => {
    const headers = {
      origin: "https://shop.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": "traceparent,x-csrf-token",
    };
    const asked = (name: string) => app.request(`/widget/v1/${acme.channelId}/${name}`, { method: "OPTIONS", headers });
    const config = await asked("config");
    expect(config.status).toBe(204);
    expect(config.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(config.headers.get("access-control-allow-headers")).toBe("traceparent,x-csrf-token");
    expect(config.headers.get("access-control-allow-credentials")).toBeNull();
    const session = await asked("session");
    expect(session.headers.get("access-control-allow-origin")).toBeNull();
    expect(session.headers.get("access-control-allow-headers")).toBeNull();
  });

  it("are refused unless listed; our own pages and programs always may", async () => {
    const allowedOrigins = ["https://shop.example", "https://*.brand.example"];
    await updateChannel.execute(admin(), { channelId: acme.channelId, settings: { allowedOrigins } });
    const ask = async (origin?: string) =>
      (await side.get(`/widget/v1/${acme.channelId}/config`, origin ? { headers: { origin } } : {})).status;
    try {
      expect(await ask("https://shop.example")).toBe(200);
      expect(await ask("https://a.b.brand.example")).toBe(200);
      expect(await ask()).toBe(200);
      expect(await ask("http://localhost:3000")).toBe(200);
      for (const origin of [
        "https://evil.example",
        "http://shop.example",
        "https://brand.example",
        "https://xbrand.example",
        "https://shop.example.evil.example",
        "null",
      ]) {
        expect({ origin, status: await ask(origin) }).toEqual({ origin, status: 403 });
      }
      const headers = { origin: "https://evil.example" };
      const session = await side.post(`/widget/v1/${acme.channelId}/session`, {}, { headers });
      // The loader on that page can say why there is no chat.
      const refused = await side.get(`/widget/v1/${acme.channelId}/config`, { headers });
      expect(refused.headers.get("access-control-allow-origin")).toBe("https://evil.example");
      expect(session.headers.get("access-control-allow-origin")).toBeNull();
      expect(session.body.error).toBe("forbidden");
    } finally {
      await updateChannel.execute(admin(), { channelId: acme.channelId, settings: { allowedOrigins: [] } });
    }
  });
});

describe("limits", () => {
  it("count new sessions, of signed-in people for each alone, so that an office may look at many pages", async () => {
    const { secret } = await revealIdentitySecret.execute(admin(), { channelId: acme.channelId });
    const sign = (sub: string, key = secret) =>
      new SignJWT({ sub })
        .setProtectedHeader({ alg: "HS256" })
        .setAudience(acme.channelId)
        .setExpirationTime("5m")
        .sign(new TextEncoder().encode(key));
    const address = freshAddress();
    const identity = await sign("office-1");
    const visitor = await visitorOn(acme.channelId, { identity }, address);
    const again = async () => (await visitor.post("/session", { identity })).status;
    const many = async (most: number, work: () => Promise<number>) =>
      new Set(await Promise.all(Array.from({ length: most }, work)));
    expect(await many(121, again)).toEqual(new Set([200]));
    const begin = async (body: Record<string, unknown>) =>
      (await side.post(`/widget/v1/${acme.channelId}/session`, body, { address })).status;
    // A name that is not signed counts for nobody.
    const forged = await sign("office-1", "wis_not-the-secret-of-this-channel");
    expect(await many(121, () => begin({ identity: forged }))).toEqual(new Set([401]));
    expect(await many(119, () => begin({ identity }))).toEqual(new Set([200]));
    expect(await begin({ identity })).toBe(429);
    expect(await begin({ identity: await sign("office-2") })).toBe(200);
    expect(await begin({})).toBe(200);
    expect(await again()).toBe(200);
  });

  it("allow 20 new conversations an hour from one address", async () => {
    const address = freshAddress();
    const statuses: number[] = [];
    let retryAfter: string | null = null;
    for (let n = 0; n < 21; n += 1) {
      const visitor = await visitorOn(acme.channelId, {}, address);
      const answer = await visitor.post("/conversations", { message: text("hi") });
      statuses.push(answer.status);
      retryAfter = answer.headers.get("retry-after");
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
    expect(Number(retryAfter)).toBeGreaterThan(3000);
    expect(Number(retryAfter)).toBeLessThanOrEqual(3600);
    shiftClock(hour + minute);
    const later = await visitorOn(acme.channelId, {}, address);
    expect((await later.post("/conversations", { message: text("hi") })).status).toBe(201);
  });

  it("are given back when a try ended in a fault of ours [found K5]", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const owner = new pg.Client({ connectionString: env.databaseUrl });
    await owner.connect();
    const send = (body: string) => visitor.post(`/conversations/${id}/messages`, text(body));
    try {
      await owner.query(`alter table messages add constraint "no_fault" check ("text" <> 'a fault of ours') not valid`);
      for (let n = 0; n < 35; n += 1) expect((await send("a fault of ours")).status).toBe(500);
    } finally {
      await owner.query(`alter table messages drop constraint if exists "no_fault"`);
      await owner.end();
    }
    for (let n = 0; n < 29; n += 1) expect((await send(`m${n}`)).status).toBe(202);
    expect((await send("one too many")).status).toBe(429);
  });

  it("count an IPv6 network of /64 as one [found S14]", async () => {
    const begin = async (address: string) => {
      const visitor = await visitorOn(acme.channelId, {}, address);
      return (await visitor.post("/conversations", { message: text("hi") })).status;
    };
    const statuses: number[] = [];
    for (let n = 1; n <= 21; n += 1) statuses.push(await begin(`2001:db8:14:1:${n.toString(16)}::7`));
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
    expect(await begin("2001:db8:14:2::7")).toBe(201);
  });

  it("allow 30 messages a minute in one session", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1)
      statuses.push((await visitor.post(`/conversations/${id}/messages`, text(`m${n}`))).status);
    expect(statuses).toEqual([...Array(29).fill(202), 429]);
    shiftClock(minute + 1000);
    expect((await visitor.post(`/conversations/${id}/messages`, text("later"))).status).toBe(202);
  });
});

describe("a body", () => {
  it.each([
    ["no JSON", "{", "application/json", 400, "invalid_json"],
    ["a list", "[]", "application/json", 400, "validation_error"],
    ["another type", "x=1", "application/x-www-form-urlencoded", 415, "unsupported_media_type"],
    ["over 1 MB", `{"a":"${"x".repeat(1024 * 1024)}"}`, "application/json", 413, "payload_too_large"],
    ["a prototype key", '{"page":{"__proto__":{"x":1}}}', "application/json", 400, "validation_error"],
  ])("that is %s is refused", async (_, raw, type, status, error) => {
    const answer = await side.post(`/widget/v1/${acme.channelId}/session`, undefined, {
      raw,
      headers: { "content-type": type },
      address: freshAddress(),
    });
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
  });
});
