import { afterEach, describe, expect, it } from "vitest";
import { day, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import type { BulkDeleteResult, Contact } from "#server/contacts/schema.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { deleteNote } from "#server/conversations/noting/noting.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { prune, pruneByRetention } from "#server/jobs/pruning.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { overlapping } from "#server/testing/statements/overlapping.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import { applyRetention } from "./applying.ts";
import type { RetentionKind } from "./choices.ts";
import type { LegalHoldView, RetentionRuleView } from "./schema.ts";

const company = await openCompany("Retention", allFurniture);
const api = await openApi(company);
const { companyId } = company;
const system = systemActor(companyId);

type Rules = { rules: RetentionRuleView[] };
type Preview = { counts: { kind: RetentionKind; days: number; count: number }[]; held: boolean };

const keep = (days: Partial<Record<RetentionKind, number | null>>) => api.patch<Rules>("/v1/retention", days);
const countOf = async (kind: RetentionKind) =>
  (await api.get<Preview>("/v1/retention/preview")).body.counts.find((one) => one.kind === kind)?.count;
const hold = (about: { contactId?: string; conversationId?: string }) =>
  api.post<LegalHoldView>("/v1/legal-holds", { ...about, reason: "Case 7" });
const release = (id: string) => api.delete<LegalHoldView>(`/v1/legal-holds/${id}`);
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
  for (const { id, releasedAt, reason } of (await api.get<LegalHoldView[]>("/v1/legal-holds")).body)
    if (!releasedAt && reason === "Case 7") await release(id);
});

describe("a legal hold [P4]", () => {
  it("keeps a conversation or a person from retention and from people, until it is released", async () => {
    const [held, theirs, other] = [await talk("held words"), await talk("their words"), await talk("other words")];
    const onOne = await hold({ conversationId: held.id });
    const onPerson = await hold({ contactId: theirs.contactId });
    expect(onOne.body).toMatchObject({ conversationId: held.id, subject: "Paz", reason: "Case 7", releasedAt: null });
    const refusals = [
      await api.delete(`/v1/conversations/${held.id}`),
      await api.delete(`/v1/contacts/${held.contactId}`),
      await api.delete(`/v1/conversations/${theirs.id}`),
      await api.delete(`/v1/contacts/${theirs.contactId}`),
      await api.post(`/v1/contacts/${other.contactId}/merge`, { loserId: theirs.contactId }),
    ];
    for (const { status, body } of refusals) expect([status, body.error]).toEqual([409, "conflict"]);
    expect(refusals[0]?.body).toMatchObject({ legalHoldId: onOne.body.id });
    const contacts = [held.contactId, theirs.contactId, newId()];
    const several = await api.post<BulkDeleteResult>("/v1/contacts/bulk-delete", { contacts });
    expect([several.status, several.body.deleted, several.body.failed]).toEqual([207, 0, 3]);
    expect(several.body.results.map(({ id, status, error }) => [id, status, error?.error])).toEqual(
      [409, 409, 404].map((status, at) => [contacts[at], status, status === 409 ? "conflict" : "not_found"]),
    );
    await keep({ conversations: 30, messages: 30, events: 30 });
    shiftClock(40 * day);
    await applyRetention(system);
    expect([await statusOf(held.id), await statusOf(theirs.id), await statusOf(other.id)]).toEqual([200, 200, 404]);
    expect((await transcript(api, held.id)).map(({ text }) => text)).toContain("held words");
    expect((await release(onOne.body.id)).body).toMatchObject({ releasedBy: expect.any(String) });
    expect((await release(onOne.body.id)).status).toBe(409);
    await release(onPerson.body.id);
    await applyRetention(system);
    expect([await statusOf(held.id), await statusOf(theirs.id)]).toEqual([404, 404]);
    expect((await api.delete<Contact>(`/v1/contacts/${theirs.contactId}`)).status).toBe(200);
  });

  it.each(["messages", "events"] as const)("keeps %s from a slice that was to go when it began", async (kind) => {
    const { id } = await talk("words of a moment");
    await keep({ [kind]: 30 });
    shiftClock(31 * day);
    const holding = `with turn as (select pg_advisory_xact_lock(hashtextextended('holds:' || $1, 0)))
      insert into legal_holds ("companyId", "id", "conversationId", "reason", "createdBy")
      select $1::uuid, gen_random_uuid(), $2::uuid, 'Case 7', 'Ada' from turn`;
    await overlapping(holding, [companyId, id], () => applyRetention(system));
    const { rows } = await systemPool().query(
      `select from ${kind} where "conversationId" = $1 and to_jsonb(${kind})::text like '%words of a moment%'`,
      [id],
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it("keeps what it holds from going where nothing does: by a merge of conversations, or by undoing one of contacts", async () => {
    const [theirs, other] = [await talk("their words"), await talk("other words")];
    const again = await converse(api, company, { visitorEmail: (await reread(api, theirs.id)).visitorEmail });
    await captureContact.execute(system, { conversationId: again.id });
    await api.post(`/v1/conversations/${again.id}/confirm-contact`, {});
    for (const about of [{ conversationId: theirs.id }, { contactId: theirs.contactId }]) {
      const held = await hold(about);
      const refused = await api.post(`/v1/conversations/${again.id}/merge`, { loserId: theirs.id });
      expect([refused.status, refused.body]).toMatchObject([409, { legalHoldId: held.body.id }]);
      await release(held.body.id);
    }
    type Merged = { merge: { id: string } };
    const path = `/v1/contacts/${other.contactId}`;
    const merged = await api.post<Merged>(`${path}/merge`, { loserId: theirs.contactId });
    const undo = () => api.post(`${path}/merges/${merged.body.merge.id}/undo`);
    for (const about of [{ contactId: other.contactId }, { conversationId: theirs.id }]) {
      const held = await hold(about);
      const refused = await undo();
      expect([refused.status, refused.body]).toMatchObject([409, { legalHoldId: held.body.id }]);
      await release(held.body.id);
    }
    expect((await undo()).status).toBe(200);
    expect((await api.post(`/v1/conversations/${again.id}/merge`, { loserId: theirs.id })).status).toBe(200);
  });

  it("keeps notes and tasks from people, and logs from being pruned", async () => {
    const [one, theirs] = [await talk("noted words"), await talk("their noted words")];
    const deletions: (() => Promise<unknown>)[] = [];
    const path = (one: string) => async () => {
      const { status, body } = await api.delete(one);
      if (status >= 400) throw body;
    };
    for (const { id, contactId } of [one, theirs]) {
      const made = async (to: string, body: object) => (await api.post<{ id: string }>(to, body)).body.id;
      const noteId = await made(`/v1/conversations/${id}/notes`, { message: "Between" });
      deletions.push(() => deleteNote.execute(company.admin, { conversationId: id, noteId }));
      deletions.push(path(`/v1/tasks/${await made("/v1/tasks", { title: "Call", conversationId: id })}`));
      if (contactId !== theirs.contactId) continue;
      const notes = `/v1/contacts/${contactId}/notes`;
      deletions.push(path(`${notes}/${await made(notes, { message: "Of them" })}`));
      deletions.push(path(`/v1/tasks/${await made("/v1/tasks", { title: "Write", contactId })}`));
    }
    const holds = [await hold({ conversationId: one.id }), await hold({ contactId: theirs.contactId })];
    for (const deletion of deletions)
      await expect(deletion()).rejects.toMatchObject({ message: expect.stringContaining("under a legal hold") });
    const other = await talk("other noted words");
    for (const { id } of [one, theirs, other])
      await systemPool().query(
        `insert into rule_runs ("companyId", "id", "ruleId", "conversationId", "cause", "triggerType", "version", "outcome",
           "why", "actions")
         select $1, gen_random_uuid(), $3, $2, gen_random_uuid(), 'conversation/message', 1, 'done', '{}', '[]'`,
        [companyId, id, company.given.ruleId],
      );
    await keep({ logs: 2 });
    shiftClock(3 * day);
    const counted = await countOf("logs");
    await pruneByRetention();
    const { rows } = await systemPool().query<{ conversationId: string }>(
      `select "conversationId" from rule_runs where "companyId" = $1`,
      [companyId],
    );
    expect(new Set(rows.map((row) => row.conversationId))).toEqual(new Set([one.id, theirs.id]));
    expect(counted).toBeGreaterThan(0);
    expect(await countOf("logs")).toBe(0);
    for (const { body } of holds) await release(body.id);
    for (const deletion of deletions) await deletion();
  });

  it("keeps logs from what the installation prunes by itself", async () => {
    const [one, other] = [await talk("logged words"), await talk("other logged words")];
    const log = (id: string) =>
      systemPool().query(
        `insert into rule_runs ("companyId", "id", "ruleId", "conversationId", "cause", "triggerType", "version", "outcome",
           "why", "actions", "createdAt")
         select $1, gen_random_uuid(), $3, $2, gen_random_uuid(), 'conversation/message', 1, 'done', '{}', '[]',
           now() - interval '40 days'`,
        [companyId, id, company.given.ruleId],
      );
    const left = async () =>
      (
        await systemPool().query<{ id: string }>(
          `select "conversationId" as id from rule_runs where "companyId" = $1 and "conversationId" = any($2::uuid[])`,
          [companyId, [one.id, other.id]],
        )
      ).rows.map(({ id }) => id);
    await log(one.id);
    await log(other.id);
    const held = await hold({ conversationId: one.id });
    await prune();
    expect(await left()).toEqual([one.id]);
    await log(other.id);
    const all = await hold({});
    await release(held.body.id);
    await prune();
    expect((await left()).sort()).toEqual([one.id, other.id].sort());
    await release(all.body.id);
    await prune();
    expect(await left()).toEqual([]);
  });

  it("takes no other contact of a bulk deletion with it (D5)", async () => {
    const [theirs, other] = [await talk("their bulk"), await talk("other bulk")];
    const held = await hold({ contactId: theirs.contactId });
    const contacts = [other.contactId, theirs.contactId];
    const { body } = await api.post<BulkDeleteResult>("/v1/contacts/bulk-delete", { contacts });
    expect(body.results.map(({ status, success }) => [status, success])).toEqual([
      [200, true],
      [409, false],
    ]);
    expect((await api.get(`/v1/contacts/${theirs.contactId}`)).status).toBe(200);
    await release(held.body.id);
    const rest = await api.post<BulkDeleteResult>("/v1/contacts/bulk-delete", { contacts });
    expect(rest.body.results.map(({ status }) => status)).toEqual([404, 200]);
  });

  it("on everything stops all of it; one of each, and what exists", async () => {
    const { id } = await talk("kept words");
    await keep({ conversations: 30 });
    const all = await hold({});
    expect(all.status).toBe(200);
    expect((await hold({})).body.error).toBe("already_exists");
    expect((await hold({ contactId: newId() })).status).toBe(400);
    expect((await hold({ contactId: newId(), conversationId: id })).status).toBe(400);
    shiftClock(40 * day);
    expect((await api.get<Preview>("/v1/retention/preview")).body).toMatchObject({
      held: true,
      counts: [{ count: 0 }],
    });
    await applyRetention(system);
    expect(await statusOf(id)).toBe(200);
    expect((await api.delete(`/v1/conversations/${id}`)).status).toBe(409);
    await release(all.body.id);
    await applyRetention(system);
    expect(await statusOf(id)).toBe(404);
  });
});
