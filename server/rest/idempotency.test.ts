import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hour, minute, shiftClock } from "#server/core/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { freshCompany, type TestCompany } from "#server/testing/company.ts";
import { typesDuring } from "#server/testing/events.ts";
import { type Client, http } from "#server/testing/http.ts";
import { converse, transcript } from "#server/testing/talking.ts";
import { app } from "./app.ts";

let company: TestCompany;
let api: Client;

beforeAll(async () => {
  company = await freshCompany();
  api = http(app, (await company.token(["admin"])).secret);
});
afterEach(() => shiftClock(0));
afterAll(() => company.close());

let count = 0;
const newKey = () => {
  count += 1;
  return `key-${count}`;
};
const note = (id: string, message: string, key: string, client = api) =>
  client.post<{ id: string }>(`/v1/conversations/${id}/notes`, { message }, { headers: { "idempotency-key": key } });

describe("Idempotency-Key (B7)", () => {
  it("replays status and body to the byte, marked, and does nothing again", async () => {
    const { id } = await converse(api, company);
    const key = newKey();
    const send = () =>
      api.post(
        `/v1/conversations/${id}/messages`,
        { from: "v", fromType: "visitor", body: "once" },
        { headers: { "idempotency-key": key } },
      );
    const first = await send();
    const types = await typesDuring(company, async () => {
      const second = await send();
      expect([second.status, second.text]).toEqual([202, first.text]);
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    });
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(types).toEqual([]);
    expect(await transcript(api, id)).toHaveLength(1);
  });

  it("refuses the same key with another body", async () => {
    const { id } = await converse(api, company);
    const key = newKey();
    await note(id, "one", key);
    const refused = await note(id, "two", key);
    expect([refused.status, refused.body.error]).toEqual([409, "idempotency_conflict"]);
  });

  it("belongs to its token and path", async () => {
    const [a, b] = [await converse(api, company), await converse(api, company)];
    const key = newKey();
    const elsewhere = http(app, (await company.token(["admin"])).secret);
    const answers = [await note(a.id, "x", key), await note(b.id, "x", key), await note(a.id, "x", key, elsewhere)];
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(3);
  });

  it("keeps 4xx outcomes, with the replay's own rate headers", async () => {
    const { id } = await converse(api, company);
    const key = newKey();
    const first = await note(id, "", key);
    const second = await note(id, "", key);
    expect([first.status, second.status, second.text]).toEqual([400, 400, first.text]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.headers.get("x-ratelimit-limit")).toBe("1000");
  });

  it("runs one of twenty parallel requests; the others replay it or are told it still runs", async () => {
    const { id } = await converse(api, company);
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => note(id, "once", key)));
    const done = answers.filter((answer) => answer.status === 200);
    const waiting = answers.filter((answer) => answer.status === 409);
    expect(done.length + waiting.length).toBe(20);
    expect(new Set(waiting.map((answer) => answer.body.error))).toEqual(
      new Set(waiting.length ? ["idempotency_in_progress"] : []),
    );
    expect(done.filter((answer) => answer.headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(new Set(done.map((answer) => answer.body.id)).size).toBe(1);
    const { rows } = await systemPool().query(`select 1 from notes where "conversationId" = $1`, [id]);
    expect(rows).toHaveLength(1);
  });

  it("lets a claim of a killed process lapse after two minutes", async () => {
    const { id } = await converse(api, company);
    const key = newKey();
    await note(id, "x", key);
    // As a crash between claim and commit leaves it.
    await systemPool().query(`delete from notes where "conversationId" = $1`, [id]);
    await systemPool().query(`update idempotency_keys set "status" = null, "body" = '' where "key" = $1`, [key]);
    expect((await note(id, "x", key)).body.error).toBe("idempotency_in_progress");
    shiftClock(2 * minute + 1000);
    const again = await note(id, "x", key);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, null]);
  });

  it("forgets after 24 hours", async () => {
    const { id } = await converse(api, company);
    const key = newKey();
    const first = await note(id, "x", key);
    shiftClock(23 * hour);
    expect((await note(id, "x", key)).body.id).toBe(first.body.id);
    shiftClock(24 * hour + minute);
    expect((await note(id, "another", key)).body.id).not.toBe(first.body.id);
  });

  it("takes 1 to 255 printable ASCII characters", async () => {
    const { id } = await converse(api, company);
    for (const good of ["a", "x".repeat(255), "a b~!"]) expect((await note(id, "x", good)).status).toBe(200);
    for (const bad of ["x".repeat(256), "é", "a\tb"]) {
      const refused = await note(id, "x", bad);
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, "Idempotency-Key"]);
    }
  });

  it("stores nothing for a request that was not let in", async () => {
    const key = newKey();
    const { id } = await converse(api, company);
    const stranger = http(app, `sk_live_${"x".repeat(43)}`);
    expect((await note(id, "x", key, stranger)).status).toBe(401);
    const { rowCount } = await systemPool().query(`select from idempotency_keys where "key" = $1`, [key]);
    expect(rowCount).toBe(0);
  });
});
