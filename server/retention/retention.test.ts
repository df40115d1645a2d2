import { afterEach, describe, expect, it } from "vitest";
import { day, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { pruneByRetention } from "#server/jobs/pruning.ts";
import { app } from "#server/rest/app.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { pdf } from "#server/testing/recordings.ts";
import { overlapping } from "#server/testing/statements/overlapping.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import type { UploadedFile } from "#server/uploads/schema.ts";
import { applyRetention } from "./applying.ts";
import type { RetentionKind } from "./choices.ts";
import type { RetentionRuleView } from "./schema.ts";

const company = await openCompany("Retention", allFurniture);
const api = await openApi(company);
const { companyId } = company;
const system = systemActor(companyId);

type Rules = { rules: RetentionRuleView[] };
type Preview = { counts: { kind: RetentionKind; days: number; count: number }[]; held: boolean };

const keep = (days: Partial<Record<RetentionKind, number | null>>) => api.patch<Rules>("/v1/retention", days);
const ruleOf = async (kind: RetentionKind) =>
  (await api.get<Rules>("/v1/retention")).body.rules.find((rule) => rule.kind === kind);
const countOf = async (kind: RetentionKind) =>
  (await api.get<Preview>("/v1/retention/preview")).body.counts.find((one) => one.kind === kind)?.count;
const statusOf = async (id: string) => (await api.get(`/v1/conversations/${id}`)).status;

async function talk(words: string, closed = true) {
  const { id } = await converse(api, company, { visitorName: "Paz", visitorEmail: `${newId()}@example.com` });
  const { contactId } = await captureContact.execute(system, { conversationId: id });
  await say(api, id, "visitor", { body: words });
  await say(api, id, "user", { body: `You said ${words}` });
  if (closed) await api.post(`/v1/conversations/${id}/close`, { isLead: false });
  return { id, contactId: contactId ?? "" };
}

afterEach(async () => {
  shiftClock(0);
  await keep({ conversations: null, messages: null, files: null, events: null, payloads: null, logs: null });
});

describe("what is kept for how long [P4]", () => {
  it("keeps everything until an administrator says otherwise, kind by kind", async () => {
    expect((await api.get<Rules>("/v1/retention")).body.rules).toEqual(
      ["conversations", "messages", "files", "events", "payloads", "logs"].map((kind) => ({
        ...{ kind, days: null, removed: 0, removedAt: null },
      })),
    );
    expect((await keep({ conversations: 730, events: 400 })).body.rules.map(({ days }) => days)).toEqual([
      ...[730, null, null, 400, null, null],
    ]);
    expect((await keep({ events: null })).body.rules.map(({ days }) => days)).toEqual([730, ...Array(5).fill(null)]);
    for (const wrong of [{ events: 29 }, { payloads: 31 }, { files: 0 }, { messages: 1.5 }, { logs: "7" }])
      expect((await api.patch("/v1/retention", wrong)).status, JSON.stringify(wrong)).toBe(400);
    const supervisor = await openApi(company, ["admin"], company.supervisor);
    expect((await supervisor.get("/v1/retention")).status).toBe(403);
  });

  it("removes closed conversations that are older, and nothing else", async () => {
    const [old, open] = [await talk("old words"), await talk("open words", false)];
    await keep({ conversations: 30 });
    expect(await countOf("conversations")).toBe(0);
    shiftClock(31 * day);
    const fresh = await talk("fresh words");
    expect(await countOf("conversations")).toBe(1);
    const before = (await ruleOf("conversations"))?.removed ?? 0;
    await applyRetention(system);
    expect([await statusOf(old.id), await statusOf(open.id), await statusOf(fresh.id)]).toEqual([404, 200, 200]);
    expect((await api.get(`/v1/contacts/${old.contactId}`)).status).toBe(200);
    expect(await countOf("conversations")).toBe(0);
    expect((await ruleOf("conversations"))?.removed).toBe(before + 1);
    await applyRetention(system);
    expect((await ruleOf("conversations"))?.removed).toBe(before + 1);
  });

  it("leaves one that is opened again after it was found", async () => {
    const { id } = await talk("again");
    await keep({ conversations: 30 });
    shiftClock(31 * day);
    const opening = `update conversations set "status" = 'opened', "closedAt" = null where "id" = $1`;
    const removed = async () => (await ruleOf("conversations"))?.removed;
    const before = await removed();
    await overlapping(opening, [id], () => applyRetention(system));
    expect([await statusOf(id), await removed()]).toEqual([200, before]);
  });

  it("empties older messages: that there was one, whose and when, stays", async () => {
    const { id } = await talk("a secret word", false);
    const before = await transcript(api, id);
    await keep({ messages: 10 });
    shiftClock(11 * day);
    await applyRetention(system);
    await say(api, id, "visitor", { body: "a new word" });
    const after = await transcript(api, id);
    expect(
      after.map(({ id, seq, fromType, createdAt }) => ({ id, seq, fromType, createdAt })).slice(0, before.length),
    ).toEqual(before.map(({ id, seq, fromType, createdAt }) => ({ id, seq, fromType, createdAt })));
    const said = after.filter(({ command }) => !command);
    expect(said.map(({ text, extra }) => [text, extra?.deleted === true])).toEqual([
      ["", true],
      ["", true],
      ["a new word", false],
    ]);
    expect(JSON.stringify((await api.get("/v1/search?q=secret%20word")).body)).not.toContain("secret word");
    expect((await reread(api, id)).lastMessage).toBe("a new word");
  });

  it("removes older files from disk, and leaves their messages", async () => {
    const { id } = await talk("see this", false);
    const form = new FormData();
    form.append("file", new Blob([pdf]), "offer.pdf");
    const { body: file } = await api.post<UploadedFile>("/v1/uploads", undefined, { raw: form });
    const sent = await say(api, id, "user", { type: "file", body: undefined as never, message: { uploadId: file.id } });
    expect(sent.status).toBe(202);
    const path = new URL(file.url).pathname;
    expect((await http(app).get(path)).status).toBe(200);
    await keep({ files: 5 });
    shiftClock(6 * day);
    expect(await countOf("files")).toBe(1);
    await applyRetention(system);
    expect((await http(app).get(path)).status).toBe(404);
    expect((await transcript(api, id)).some((message) => message.id === sent.body.id)).toBe(true);
    expect((await ruleOf("files"))?.removed).toBe(1);
  });

  it("takes people out of older events, and leaves that something happened", async () => {
    const { id } = await talk("a confidence", false);
    const told = async () => {
      const { rows } = await systemPool().query<{ id: string; type: string; data: unknown }>(
        `select "id", "type", "data" from events where "companyId" = $1 and "conversationId" = $2 order by "id"`,
        [companyId, id],
      );
      return rows;
    };
    const before = await told();
    expect(JSON.stringify(before)).toContain("a confidence");
    await keep({ events: 30 });
    shiftClock(31 * day);
    await applyRetention(system);
    const after = await told();
    expect(after.map(({ id, type }) => [id, type])).toEqual(before.map(({ id, type }) => [id, type]));
    expect(JSON.stringify(after)).not.toContain("a confidence");
    expect(await countOf("events")).toBe(0);
    expect((await ruleOf("events"))?.removed).toBeGreaterThan(0);
  });

  it("prunes payloads and logs sooner than the installation does", async () => {
    const count = async (table: string) =>
      (
        await systemPool().query<{ n: number }>(`select count(*) as n from ${table} where "companyId" = $1`, [
          companyId,
        ])
      ).rows[0]?.n;
    expect(await count("webhook_attempts")).toBeGreaterThan(0);
    await keep({ payloads: 3, logs: 2 });
    await pruneByRetention();
    expect(await count("webhook_attempts")).toBeGreaterThan(0);
    // Beyond all days to which the clock was put before.
    shiftClock(800 * day);
    await pruneByRetention();
    for (const table of ["webhook_attempts", "fulfillment_calls", "rule_runs", "notifications"])
      expect(await count(table), table).toBe(0);
    expect((await ruleOf("payloads"))?.removed).toBeGreaterThan(0);
  });
});
