import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { createContact } from "#server/contacts/creating.ts";
import { updateContact } from "#server/contacts/editing.ts";
import type { Actor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { endNews, tellNews } from "#server/kit/relay/news.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { followRelay } from "#server/relay/tail.ts";
import { app } from "#server/rest/app.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { until } from "#server/testing/sockets.ts";
import { revokeToken } from "#server/tokens/revoking.ts";
import { deactivateUser } from "#server/users/editing.ts";
import { cursorAt } from "./reading.ts";

type Told = { id: string; seq: number; type: string; createdAt: string; data: Record<string, unknown> };
type Page = { data: Told[]; nextCursor: string };

const company = await openCompany("Feed");
const other = await openCompany("Feed of others");
const api = await openApi(company, ["webhooks_read", "clients_read"]);
let relay: Relay;
let unfollow: () => void;

beforeAll(async () => {
  await prepareJobs(env.databaseUrl ?? "");
  relay = await startRelay({ url: env.databaseUrl ?? "", consumers: [], ticks: [] });
  unfollow = followRelay(tellNews);
});
afterAll(async () => {
  unfollow();
  await relay.stop();
});

async function read(query = ""): Promise<Page> {
  const answer = await api.get<Page>(`/v1/events${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function make(count: number, of = company): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { id } = await createContact.execute(of.admin, {
      websiteId: of.given.channelId ?? "",
      name: `Fed ${n}`,
      entryMethod: "API",
    });
    await updateContact.execute(of.admin, { contactId: id, name: `Fed again ${n}` });
  }
}

/** The contacts' events as they are stored, once all have their place. */
async function stored(): Promise<{ id: string; seq: number | null }[]> {
  const look = async () => {
    const { rows } = await systemPool().query<{ id: string; seq: number | null }>(
      `select "id", "seq" from events where "companyId" = $1 and "type" in ('contact/created', 'contact/updated')
       order by "ordinal"`,
      [company.companyId],
    );
    return rows;
  };
  await until(async () => (await look()).every(({ seq }) => seq !== null), "every event has its place");
  return look();
}

describe("GET /v1/events", () => {
  it("gives a reader that stops anywhere each event once, in order [P1]", async () => {
    await stored();
    const { nextCursor: start } = await read("?from=newest");
    const writing = make(40);
    const seen: Told[] = [];
    let cursor = start;
    let done = false;
    const finished = writing.then(() => {
      done = true;
    });
    for (let n = 0; ; n += 1) {
      const limit = 1 + (n % 7);
      // An answer that never arrives: the reader asks again from where it was.
      if (n % 3 === 0) await read(`?cursor=${cursor}&limit=${limit}&types=contact/created,contact/updated`);
      const page = await read(`?cursor=${cursor}&limit=${limit}&types=contact/created,contact/updated`);
      seen.push(...page.data);
      cursor = page.nextCursor;
      if (done && page.data.length === 0 && seen.length >= 80) break;
    }
    await finished;
    const all = await stored();
    expect(seen.map(({ id }) => id)).toEqual(all.slice(-80).map(({ id }) => id));
    const places = seen.map(({ seq }) => seq);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(seen[0]).toMatchObject({ type: "contact/created", data: { name: "Fed 0" } });
  });

  it("waits for the next event and answers with it at once [P1]", async () => {
    await stored();
    const { nextCursor } = await read("?from=newest");
    const begun = performance.now();
    const waiting = read(`?cursor=${nextCursor}&wait=30`);
    await make(1, other);
    await make(1);
    const { data } = await waiting;
    expect(data[0]).toMatchObject({ type: "contact/created" });
    expect(performance.now() - begun).toBeLessThan(25_000);
  });

  it("answers with nothing and a cursor when nothing came in time [P1]", async () => {
    await stored();
    const { nextCursor } = await read("?from=newest");
    const later = await read(`?cursor=${nextCursor}&wait=1`);
    expect(later.data).toEqual([]);
    await make(1);
    expect((await read(`?cursor=${later.nextCursor}&wait=30`)).data.length).toBeGreaterThan(0);
  });

  it.each<[string, (owner: Actor, tokenId: string) => Promise<unknown>]>([
    ["whose token is revoked", (owner, tokenId) => revokeToken.execute(owner, { tokenId })],
    ["whose owner leaves", (owner) => deactivateUser.execute(company.admin, { userId: owner.id })],
    [
      "whose token expires",
      (_owner, tokenId) => systemPool().query(`update api_tokens set "expiresAt" = now() where "id" = $1`, [tokenId]),
    ],
  ])("tells a waiting reader %s nothing more [A6, P1]", async (_whose, end) => {
    const owner = await company.person("admin", "Leaves");
    const { secret, actor } = await company.token(["webhooks_read", "clients_read"], owner);
    await stored();
    const { nextCursor } = await read("?from=newest");
    const { get } = http(app, secret);
    const waiting = get<Page>(`/v1/events?cursor=${nextCursor}&types=contact/created&wait=30`);
    const headers = { accept: "text/event-stream" };
    const streaming = get("/v1/events?from=newest&types=contact/created", { headers });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await end(owner, actor.id);
    const begun = performance.now();
    await make(1);
    expect((await waiting).status).toBe(401);
    expect((await streaming).text).not.toContain("data:");
    expect(performance.now() - begun).toBeLessThan(6000);
  });

  it("keeps to types and channel, and its cursor passes by the rest [P1]", async () => {
    await make(2);
    await stored();
    const updated = await read("?types=contact/updated&limit=100");
    expect(new Set(updated.data.map(({ type }) => type))).toEqual(new Set(["contact/updated"]));
    const foreign = await read(`?channelId=${other.given.channelId}`);
    expect(foreign.data).toEqual([]);
    expect((await read(`?cursor=${foreign.nextCursor}`)).data).toEqual([]);
    expect((await read("?channelId=none")).data).toEqual([]);
  });

  it("takes a list of types of which nothing is left for none [B8]", async () => {
    await make(1);
    const all = await read("?limit=3");
    expect(all.data.length).toBeGreaterThan(0);
    for (const types of ["", ",", "%20,"]) expect((await read(`?limit=3&types=${types}`)).data).toEqual(all.data);
  });

  it("refuses what it cannot read, by name [P1]", async () => {
    for (const [query, field] of [
      ["?types=contact/unheard", "types"],
      ["?wait=31", "wait"],
      ["?cursor=abc", "cursor"],
      ["?from=middle", "from"],
    ]) {
      const { status, body } = await api.get<{ details: { field: string }[] }>(`/v1/events${query}`);
      expect(status, query).toBe(400);
      expect(body.details[0]?.field.split(".")[0]).toBe(field);
    }
  });

  it("refuses a cursor that is ahead of the company, as another company's may be [P1]", async () => {
    const newest = (await stored()).at(-1)?.seq ?? 0;
    const { status, body } = await api.get<{ details: { field: string }[] }>(
      `/v1/events?cursor=${cursorAt(newest + 1, new Date())}`,
    );
    expect([status, body.details[0]?.field]).toEqual([400, "cursor"]);
    expect((await api.get(`/v1/events?cursor=${cursorAt(newest, new Date())}`)).status).toBe(200);
  });

  it("says that a cursor is older than what is kept [P1]", async () => {
    const month = 40 * 24 * 3600 * 1000;
    const old = cursorAt(0, new Date(Date.now() - month));
    // All that came after it is still there.
    expect((await api.get(`/v1/events?cursor=${old}`)).status).toBe(200);
    const past = new Date(Date.now() - month).getTime().toString(16).padStart(12, "0");
    await systemPool().query(
      `insert into events ("companyId", "id", "seq", "position", "type", "actorType", "actorId", "data", "createdAt")
       select "companyId", $2, -5, -5, "type", "actorType", "actorId", "data", now() - interval '40 days'
       from events where "companyId" = $1 and "type" = 'contact/created' limit 1`,
      [company.companyId, `${past.slice(0, 8)}-${past.slice(8)}-7000-8000-00000000abcd`],
    );
    const { status, body } = await api.get<{ details: { code: string }[] }>(
      `/v1/events?cursor=${cursorAt(-6, new Date(Date.now() - month))}`,
    );
    expect(status).toBe(400);
    expect(body.details[0]?.code).toBe("cursor_expired");
    // Who begins anew begins with what is kept.
    expect((await read("?limit=1")).data[0]?.seq).toBeGreaterThan(0);
  });

  it("tells nobody's words to a token that may not read contacts [P1, C1]", async () => {
    const blind = await openApi(company, ["webhooks_read"]);
    const { body } = await blind.get<Page>("/v1/events?types=contact/created&limit=100");
    expect(body.data.length).toBeGreaterThan(0);
    expect(JSON.stringify(body.data)).not.toContain("Fed");
    expect((await (await openApi(company, ["clients_read"])).get("/v1/events")).status).toBe(403);
  });
});

describe("GET /v1/events as a stream", () => {
  async function open(headers: Record<string, string> = {}, query = "") {
    const { secret } = await company.token(["webhooks_read", "clients_read"]);
    const answer = await app.request(`/v1/events${query}`, {
      headers: { authorization: `Bearer ${secret}`, accept: "text/event-stream", ...headers },
    });
    return answer;
  }

  async function take(answer: Response, count: number): Promise<{ id: string; event: string; data: Told }[]> {
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const taken: { id: string; event: string; data: Told }[] = [];
    let text = "";
    while (taken.length < count) {
      const { value, done } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
        if (fields.data) taken.push({ id: fields.id, event: fields.event, data: JSON.parse(fields.data) });
      }
    }
    await reader.cancel();
    return taken.slice(0, count);
  }

  it("comes as events happen, and goes on from the last one that was read [P1]", async () => {
    await stored();
    const answer = await open({}, "?from=newest&types=contact/created,contact/updated");
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    const taking = take(answer, 3);
    await make(3);
    const first = await taking;
    expect(first.map(({ event }) => event)).toEqual(["contact/created", "contact/updated", "contact/created"]);
    const rest = await take(
      await open({ "last-event-id": first[2]?.id ?? "" }, "?types=contact/created,contact/updated"),
      3,
    );
    const all = await stored();
    expect([...first, ...rest].map(({ data }) => data.id)).toEqual(all.slice(-6).map(({ id }) => id));
  });

  it("answers a faulty request as JSON [P1]", async () => {
    const answer = await open({ "last-event-id": "nonsense" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toContain("application/json");
  });

  it("refuses a wait that is none, though it does not go by it [A3]", async () => {
    const answer = await open({}, "?wait=soon");
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { details: { field: string }[] }).details[0]?.field).toBe("wait");
    await (await open({}, "?wait=5")).body?.cancel();
  });

  it("lets nobody wait when the process stops [P1]", async () => {
    await stored();
    const { nextCursor } = await read("?from=newest");
    const waiting = read(`?cursor=${nextCursor}&wait=30`);
    const begun = performance.now();
    const timer = setInterval(endNews, 50);
    expect((await waiting).data).toEqual([]);
    clearInterval(timer);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it("ends when the process stops, so that its reader goes on elsewhere [P1]", async () => {
    // The news have ended with the test before.
    const reader = ((await open({}, "?from=newest")).body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    expect((await reader.read()).done).toBe(true);
  });
});
