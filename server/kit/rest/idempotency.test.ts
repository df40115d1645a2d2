import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { hour, minute, shiftClock } from "#server/base/clock.ts";
import { sha256 } from "#server/base/secrets.ts";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { app } from "#server/rest/app.ts";
import { typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { startReceiver } from "#server/testing/receiver.ts";
import { converse, transcript } from "#server/testing/talking.ts";

const company = await openCompany();
const api = await openApi(company);
afterEach(() => shiftClock(0));

/** A connection that sees what the others do, and may end them. */
async function superuser(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env.databaseUrl });
  await client.connect();
  return client;
}

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

  it("keeps refusals of what was understood; the replay names its own request and has its own rate headers [found A6]", async () => {
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    const options = { headers: { "idempotency-key": newKey() } };
    const send = () =>
      api.post(`/v1/conversations/${id}/messages`, { from: "v", fromType: "robot", body: "Hi" }, options);
    const first = await send();
    await api.post(`/v1/conversations/${id}/open`);
    const second = await send();
    expect([first.status, second.status]).toEqual([409, 409]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.headers.get("x-ratelimit-limit")).toBe("1000");
    for (const answer of [first, second]) expect(answer.body.requestId).toBe(answer.headers.get("x-request-id"));
    expect(second.body).toEqual({ ...first.body, requestId: second.body.requestId });
  });

  it("keeps no refusal of the request itself: mended, it uses its key again [found A6]", async () => {
    const { id } = await converse(api, company);
    const key = newKey();
    const path = `/v1/conversations/${id}/notes`;
    const raw = (body: string, type: string) =>
      api.post(path, undefined, { raw: body, headers: { "content-type": type, "idempotency-key": key } });
    expect((await note(id, "", key)).status).toBe(400);
    expect((await raw("{", "application/json")).status).toBe(400);
    expect((await raw("x", "text/plain")).status).toBe(415);
    expect((await raw("x".repeat(1_100_000), "application/json")).status).toBe(413);
    const mended = await note(id, "mended", key);
    expect([mended.status, mended.headers.get("idempotency-replayed")]).toEqual([200, null]);
  });

  it("replays the headers of the answer too [found A6]", async () => {
    const { chatbotId } = company.given;
    const list = `/v1/chatbots/${chatbotId}/chatbot-config/question-list`;
    await api.put(list, (await api.get(list)).body);
    const versions = await api.get<{ version: number }[]>(`${list}/versions`);
    const path = `${list}/versions/${versions.body[0]?.version}/restore`;
    const key = newKey();
    const restore = () => api.post(path, undefined, { headers: { "idempotency-key": key } });
    const [first, second] = [await restore(), await restore()];
    expect([first.status, second.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(first.headers.get("etag")).toMatch(/^"\d+"$/);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  });

  it("runs one of twenty parallel requests; the others replay it or learn that it still runs", async () => {
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

  it("leaves nothing behind when it is killed: the repeat runs at once [found K4]", async () => {
    const { id } = await converse(api, company);
    const key = newKey();
    const holder = await superuser();
    await holder.query("begin");
    await holder.query(`select from conversations where "id" = $1 for update`, [id]);
    const killed = note(id, "once", key);
    const waits = async () => {
      const found = await holder.query<{ pid: number }>(
        `select distinct "pid" from pg_locks where not "granted" and pg_backend_pid() = any(pg_blocking_pids("pid"))`,
      );
      return found.rows[0]?.pid;
    };
    await expect.poll(waits, { timeout: 20_000 }).toBeTypeOf("number");
    const meanwhile = await note(id, "once", key);
    expect([meanwhile.status, meanwhile.body.error]).toEqual([409, "idempotency_in_progress"]);
    const pid = await waits();
    await holder.query("select pg_terminate_backend($1)", [pid]);
    expect((await killed).status).toBe(503);
    await holder.query("rollback");
    await holder.end();
    const again = await note(id, "once", key);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, null]);
    const notes = await systemPool().query(`select from notes where "conversationId" = $1`, [id]);
    expect(notes.rowCount).toBe(1);
  });

  it("stores the answer in the commit of what was done [found K4]", async () => {
    const { id } = await converse(api, company);
    const made = await note(id, "x", newKey());
    const { rows } = await systemPool().query(
      `select n."xmin"::text = k."xmin"::text as "same" from notes n join idempotency_keys k
         on k."companyId" = n."companyId" and n."id" = any(k."mentions") where n."id" = $1`,
      [made.body.id],
    );
    expect(rows).toEqual([{ same: true }]);
  });

  it("holds no transaction while it calls another server, and calls once [found K4]", async () => {
    allowPrivateTargets(true);
    const [receiver, watcher] = [await startReceiver(), await superuser()];
    let transactions = -1;
    receiver.answer(async (_request, response) => {
      const { rows } = await watcher.query<{ open: number }>(
        `select count(*) as "open" from pg_stat_activity where "state" = 'idle in transaction'
           and "datname" = current_database() and "application_name" = 'parley'`,
      );
      transactions = rows[0]?.open ?? -1;
      response.writeHead(200).end();
    });
    const options = { headers: { "idempotency-key": newKey() } };
    const ping = () => api.post<{ success: boolean }>("/v1/webhooks/ping", { url: receiver.url }, options);
    const [first, second] = [await ping(), await ping()];
    await Promise.all([receiver.close(), watcher.end()]);
    allowPrivateTargets(false);
    expect([first.body.success, second.text]).toEqual([true, first.text]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(receiver.received).toHaveLength(1);
    expect(transactions).toBe(0);
  });

  it("keeps neither secrets nor keys nor requests in clear [found S13]", async () => {
    const key = newKey();
    const body = { url: "https://example.com/hook", eventTypes: ["contact/created"] };
    const options = { headers: { "idempotency-key": key } };
    const made = await api.post<{ id: string; secret: string }>("/v1/webhooks", body, options);
    expect(made.body.secret).toMatch(/^whsec_/);
    const { rows } = await systemPool().query(`select * from idempotency_keys where $1 = any("mentions")`, [
      made.body.id,
    ]);
    expect(rows).toHaveLength(1);
    const stored = JSON.stringify(rows);
    for (const secret of [made.body.secret, `"${key}"`, sha256(JSON.stringify(body)), "example.com"]) {
      expect(stored).not.toContain(secret);
    }
    expect((await api.post("/v1/webhooks", body, options)).text).toBe(made.text);
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
    const kept = await note(id, "x", key);
    expect([kept.status, kept.headers.get("idempotency-replayed")]).toEqual([200, null]);
  });
});
