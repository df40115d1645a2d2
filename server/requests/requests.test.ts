import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { systemPool } from "#server/db/system.ts";
import { prune } from "#server/jobs/pruning.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { type Client, http } from "#server/testing/http.ts";
import { countRequests } from "./counting.ts";
import { listRequests } from "./listing.ts";
import { flushRequests, recordRequest } from "./recording.ts";

let api: Client;
let tokenId: string;

const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);

beforeAll(async () => {
  const token = await company.token(["clients_read", "clients_write"]);
  tokenId = token.actor.id;
  api = http(app, token.secret);
});

const listed = async (input: Parameters<typeof listRequests.execute>[1] = {}, actor = company.admin) => {
  await flushRequests();
  return (await listRequests.execute(actor, input)).data;
};
const named = (requestId: string) => ({ headers: { "x-request-id": requestId } });

describe("the log of requests", () => {
  it("holds method, endpoint, status, code, time and id of what a token asked for, found by its id", async () => {
    const contactId = company.given.contactId ?? "";
    await api.get(`/v1/contacts/${contactId}?secret=hunter2`, named("journey-1"));
    const [found, ...more] = await listed({ search: "journey-1" });
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      tokenId,
      tokenName: "Test",
      requestId: "journey-1",
      method: "GET",
      path: "/v1/contacts/{contactId}",
      status: 200,
      error: "",
    });
    expect(found?.durationMs).toBeGreaterThanOrEqual(0);
    expect(Date.now() - Date.parse(found?.createdAt ?? "")).toBeLessThan(10_000);
    expect(JSON.stringify(found)).not.toMatch(/hunter2/);
  });

  it("names the code of each refusal, wherever it was refused", async () => {
    const create = (key: string, body: unknown) =>
      api.post("/v1/contacts", body, { headers: { "x-request-id": `refused-${key}`, "idempotency-key": key } });
    await api.get("/v1/webhooks-of-nobody", named("refused-unknown"));
    await api.get(`/v1/contacts/${newId()}`, named("refused-gone"));
    await api.delete("/v1/contacts", named("refused-method"));
    await api.get("/v1/users", named("refused-right"));
    await create("shape", { websiteId: "x" });
    await create("shape", { websiteId: company.given.channelId, name: "Shape" });
    await create("shape", { websiteId: "y" });
    const rows = await listed({ search: "refused-" });
    expect(rows).toEqual([]);
    const all = await listed({ tokenId, statusClass: "4xx", limit: 100 });
    const codes = Object.fromEntries(all.map((row) => [row.requestId, `${row.status} ${row.path} ${row.error}`]));
    expect(codes).toMatchObject({
      "refused-unknown": "404 /v1/webhooks-of-nobody not_found",
      "refused-gone": "404 /v1/contacts/{contactId} not_found",
      "refused-method": "405 /v1/contacts method_not_allowed",
      "refused-right": "403 /v1/users forbidden",
    });
    const posted = all.filter(({ requestId }) => requestId === "refused-shape").map(({ error }) => error);
    expect(posted).toEqual(["idempotency_conflict", "validation_error"]);
  });

  it("holds nothing of callers it does not know", async () => {
    await http(app).get("/v1/contacts", named("nobody-1"));
    await http(app, `sk_live_${"x".repeat(43)}`).get("/v1/contacts", named("nobody-2"));
    await http(app).get("/health", named("nobody-3"));
    await flushRequests();
    const { rowCount } = await systemPool().query(`select from api_requests where "requestId" like 'nobody-%'`);
    expect(rowCount).toBe(0);
  });

  it("takes an address that cannot be stored without losing what came with it", async () => {
    await api.get("/v1/%00%ff%ED%A0%80/x", named("odd-1"));
    await api.get(`/v1/${"long".repeat(500)}`, named("odd-2"));
    await api.get("/v1/phases", named("odd-3"));
    const one = async (search: string) => (await listed({ search }))[0];
    expect((await one("odd-1"))?.status).toBe(404);
    expect((await one("odd-2"))?.path.length).toBe(200);
    expect((await one("odd-3"))?.path).toBe("/v1/phases");
  });

  it("is narrowed by token, class, time and text", async () => {
    const second = await company.token(["admin"]);
    await http(app, second.secret).get("/v1/channels", named("narrow-1"));
    expect((await listed({ tokenId: second.actor.id })).map(({ requestId }) => requestId)).toEqual(["narrow-1"]);
    expect(await listed({ tokenId: second.actor.id, statusClass: "4xx,5xx" })).toEqual([]);
    expect((await listed({ search: "/v1/channels" })).length).toBe(1);
    expect((await listed({ search: "method_not" })).length).toBe(1);
    expect(await listed({ search: "%v_/ph%" })).toEqual([]);
    expect(await listed({ to: "2020-01-01" })).toEqual([]);
    expect(await listed({ tokenId: "nonsense" })).toEqual([]);
  });

  it("is each company's own, and each person's own but for administrators", async () => {
    const mine = await company.token(["clients_read"], company.agent);
    await http(app, mine.secret).get("/v1/phases", named("mine-1"));
    expect(await listed({ search: "mine-1" }, other.admin)).toEqual([]);
    expect(await listed({ search: "mine-1" }, company.viewer)).toEqual([]);
    expect(await listed({}, company.otherAgent)).toEqual([]);
    expect((await listed({}, company.agent)).map(({ requestId }) => requestId)).toEqual(["mine-1"]);
    expect((await listed({ search: "mine-1" })).length).toBe(1);
  });

  it("is paged by its last row, without repeats or gaps", async () => {
    const token = await company.token(["clients_read"]);
    const client = http(app, token.secret);
    for (let index = 0; index < 7; index += 1) await client.get("/v1/phases", named(`page-${index}`));
    await flushRequests();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listRequests.execute(company.admin, {
        tokenId: token.actor.id,
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.data.map(({ requestId }) => requestId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `page-${index}`));
    const { nextCursor } = await listRequests.execute(company.admin, { tokenId: token.actor.id, limit: 3 });
    const foreign = listRequests.execute(company.admin, { limit: 3, cursor: nextCursor ?? "" });
    await expect(foreign).rejects.toMatchObject({ code: "validation_error" });
  });

  it("looks back a piece at a time where what is wanted is rare", async () => {
    const { companyId } = other;
    await systemPool().query(
      `insert into api_requests ("companyId", "id", "tokenId", "requestId", "method", "path", "status", "durationMs", "createdAt")
       select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, 'old-' || n, 'GET',
         case when n = 1 then '/v1/rare' else '/v1/phases' end, 200, 1, now() - interval '1 hour' from generate_series(1, 25000) n`,
      [companyId, other.given.tokenId],
    );
    const first = await listRequests.execute(other.admin, { search: "/v1/rare" });
    expect(first.data).toEqual([]);
    expect(first.searchedTo).not.toBeNull();
    const second = await listRequests.execute(other.admin, { search: "/v1/rare", cursor: first.nextCursor ?? "" });
    expect(second).toMatchObject({ data: [{ requestId: "old-1" }], nextCursor: null, searchedTo: null });
    // By its id it is found at once.
    expect((await listRequests.execute(other.admin, { search: "old-17" })).data).toHaveLength(1);
  });

  it("goes back seven days", async () => {
    await systemPool().query(
      `insert into api_requests ("companyId", "id", "tokenId", "requestId", "method", "path", "status", "durationMs", "createdAt")
       values ($1, $2, $3, 'eight-days', 'GET', '/v1/phases', 200, 1, now() - interval '8 days'),
         ($1, $4, $3, 'six-days', 'GET', '/v1/phases', 200, 1, now() - interval '6 days')`,
      [company.companyId, newId(), tokenId, newId()],
    );
    await prune();
    expect(await listed({ search: "eight-days" })).toEqual([]);
    expect(await listed({ search: "six-days" })).toHaveLength(1);
  });
});

describe("usage", () => {
  it("counts by token and day, failures apart, and only of living tokens that one may see", async () => {
    const token = await company.token(["clients_read"], company.agent);
    const client = http(app, token.secret);
    for (let index = 0; index < 4; index += 1) await client.get("/v1/phases");
    await client.get("/v1/users");
    await flushRequests();
    await client.get("/v1/phases");
    await flushRequests();
    const of = async (actor = company.admin) =>
      (await countRequests.execute(actor, { days: 3 })).find((one) => one.tokenId === token.actor.id);
    const usage = await of();
    expect(usage).toMatchObject({ requests: 6, failures: 1 });
    expect(usage?.days).toHaveLength(3);
    expect(usage?.days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), requests: 6, failures: 1 });
    expect(usage?.days[0]).toMatchObject({ requests: 0, failures: 0 });
    expect(await of(company.agent)).toEqual(usage);
    expect(await of(company.otherAgent)).toBeUndefined();
    expect(await of(other.admin)).toBeUndefined();
    await systemPool().query(`update api_tokens set "revokedAt" = now() where "id" = $1`, [token.actor.id]);
    expect(await of()).toBeUndefined();
  });

  it("counts all of a flood, and lists no more of it than fits", async () => {
    const flood = { companyId: company.companyId, tokenId: newId(), method: "GET", path: "/v1/flood", error: "" };
    for (let index = 0; index < 6000; index += 1) {
      recordRequest({ ...flood, requestId: `flood-${index}`, status: 200, durationMs: 1 });
    }
    const refused = { ...flood, tokenId: newId(), path: "/v1/refused", error: "rate_limited" };
    await flushRequests();
    for (let index = 0; index < 500; index += 1) {
      recordRequest({ ...refused, requestId: `refused-${index}`, status: 429, durationMs: 1 });
    }
    await flushRequests();
    const count = async (id: string) => {
      const listedRows = await systemPool().query(`select from api_requests where "tokenId" = $1`, [id]);
      const counted = await systemPool().query(`select "requests" from api_usage where "tokenId" = $1`, [id]);
      return [listedRows.rowCount, counted.rows[0]?.requests];
    };
    expect(await count(flood.tokenId)).toEqual([5000, 6000]);
    expect(await count(refused.tokenId)).toEqual([20, 500]);
  });
});
