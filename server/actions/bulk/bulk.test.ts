import { describe, expect, it } from "vitest";
import { listAudit } from "#server/audit/listing.ts";
import { newId } from "#server/base/ids.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { converse, reread } from "#server/testing/talking.ts";
import { addMatching } from "./rows.sql.ts";
import type { BulkAnswer, BulkRowView, Job } from "./schema.ts";
import { workOnJob } from "./working.ts";

const company = await openCompany("Acme", ["talk"]);
const other = await openCompany("Other", ["talk"]);
const api = await openApi(company);
const path = "/v1/conversations/bulk";

type JobPage = Job & { results: BulkRowView[]; pagination: { total: number; nextCursor: string | null } };

const made = async (count: number) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await converse(api, company)).id);
  return ids;
};
const job = async (id: string, query = "") => (await api.get<JobPage>(`/v1/jobs/${id}${query}`)).body;
/** As the worker does, row by row. */
async function work(jobId: string, atMost = Number.POSITIVE_INFINITY): Promise<number> {
  for (let rows = 0; ; rows += 1)
    if (rows >= atMost || !(await workOnJob.execute(systemActor(company.companyId), { jobId })).more) return rows;
}
const tagged = (tag: string) => [{ name: "tag_add", input: { tag } }];

describe("up to 100 conversations at once", () => {
  it("answers 207 with the outcome of each, in the order given, repeats once [W4]", async () => {
    const [one = "", two = ""] = await made(2);
    const gone = newId();
    await api.post(`/v1/conversations/${two}/tags`, { tag: "vip" });
    const ids = [two, gone, one, "x", two];
    const { status, body } = await api.post<BulkAnswer>(path, { ids, actions: tagged("vip") });
    expect(status).toBe(207);
    expect(body).toMatchObject({ jobId: expect.any(String), total: 4, done: 1, skipped: 1, failed: 2 });
    expect(body.results?.map(({ id, status, success, outcome }) => [id, status, success, outcome])).toEqual([
      [two, 200, true, "skipped"],
      [gone, 404, false, "failed"],
      [one, 200, true, "done"],
      ["x", 404, false, "failed"],
    ]);
    expect(body.results?.[1]?.error).toMatchObject({ error: "not_found" });
    expect((await reread(api, one)).tags).toContain("vip");
    expect(await job(body.jobId)).toMatchObject({
      status: "done",
      total: 4,
      waiting: 0,
      failed: 2,
      actions: ["tag_add"],
    });
  });

  it("checks permissions for each action, and refuses who may do none of them [W1]", async () => {
    const [id = ""] = await made(1);
    const writer = await openApi(company, ["clients_read", "clients_write"]);
    const actions = [{ name: "close", input: { isLead: false } }, ...tagged("checked")];
    const { status, body } = await writer.post<BulkAnswer>(path, { ids: [id], actions });
    expect(status).toBe(207);
    expect(body.results?.[0]).toMatchObject({ status: 403, success: false, error: { error: "forbidden" } });
    expect(body.results?.[0]?.actions.map(({ outcome }) => outcome)).toEqual(["failed", "done"]);
    const reader = await openApi(company, ["clients_read"]);
    const refused = await reader.post(path, { ids: [id], actions });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: "forbidden", requiredPermissions: ["chat_talk"] },
    ]);
  });

  it("refuses what is no list of actions, and neither or both of ids and filter [W4]", async () => {
    const actions = tagged("x");
    const wrong = [
      { actions },
      { ids: [], actions },
      { ids: [newId()], filter: {}, actions },
      { ids: [newId()], actions: [] },
      { ids: [newId()], actions: [{ name: "explode" }] },
      { ids: [newId()], actions: [{ name: "tag_add", input: {} }] },
      { ids: [newId()], actions: Array.from({ length: 21 }, () => actions[0]) },
      { filter: { status: "asleep" }, actions },
    ];
    for (const body of wrong)
      expect((await api.post(path, body)).body, JSON.stringify(body)).toMatchObject({ error: "validation_error" });
    const { body } = await api.post<{ details: { field: string }[] }>(path, {
      ids: ["x"],
      actions: [{ name: "tag_add", input: {} }],
    });
    expect(body.details[0]?.field).toBe("actions.0.input.tag");
  });

  it("reaches nothing of another company [W4]", async () => {
    const theirs = other.given.conversationId ?? "";
    const { body } = await api.post<BulkAnswer>(path, { ids: [theirs], actions: tagged("stolen") });
    expect(body.results?.[0]).toMatchObject({ status: 404, success: false });
    const strangers = await openApi(other);
    expect((await strangers.get(`/v1/jobs/${body.jobId}`)).status).toBe(404);
    expect((await strangers.delete(`/v1/jobs/${body.jobId}`)).status).toBe(404);
    expect((await strangers.post(`/v1/jobs/${body.jobId}/undo`, {})).status).toBe(404);
    const colleague = await openApi(company, ["clients_read", "chat_talk"], company.supervisor);
    expect((await colleague.get(`/v1/jobs/${body.jobId}`)).status).toBe(404);
  });

  it("is done once for an Idempotency-Key, and answers the same again [W4]", async () => {
    const [id = ""] = await made(1);
    const actions = [{ name: "note", input: { message: "Once" } }];
    const options = { headers: { "Idempotency-Key": newId() } };
    const first = await api.post<BulkAnswer>(path, { ids: [id], actions }, options);
    const again = await api.post<BulkAnswer>(path, { ids: [id], actions }, options);
    expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([207, 207, "true"]);
    expect(again.body).toEqual(first.body);
    expect((await api.get<unknown[]>(`/v1/conversations/${id}/notes`)).body).toHaveLength(1);
  });

  it("names the job in the audit log as the way it was done [W1]", async () => {
    const [id = ""] = await made(1);
    const { body } = await api.post<BulkAnswer>(path, { ids: [id], actions: tagged("audited") });
    const { data } = await listAudit.execute(company.admin, { search: id, limit: 5 });
    const deed = data.find(({ type }) => type === "conversation/tag_added");
    expect(deed).toMatchObject({ operation: "conversations.addTag", via: { way: "bulk", id: body.jobId } });
    expect(data.find(({ type }) => type === "conversation/created")).toMatchObject({ via: { way: "", id: "" } });
  });
});

describe("a job", () => {
  it("takes all that match the filter now, and says how far it is [W4]", async () => {
    const ids = await made(3);
    for (const id of ids) await api.post(`/v1/conversations/${id}/tags`, { tag: "filtered" });
    const filter = { tags: "filtered", open: true };
    const begun = await api.post<BulkAnswer>(path, { filter, actions: [{ name: "close", input: { isLead: false } }] });
    expect([begun.status, begun.body]).toEqual([202, { jobId: expect.any(String), total: 3 }]);
    const { jobId } = begun.body;
    expect(await job(jobId)).toMatchObject({ kind: "actions", status: "queued", total: 3, waiting: 3, done: 0 });
    const [late = ""] = await made(1);
    await api.post(`/v1/conversations/${late}/tags`, { tag: "filtered" });
    expect(await work(jobId, 2)).toBe(2);
    expect(await job(jobId)).toMatchObject({ waiting: 1, done: 2, undoable: false });
    await work(jobId);
    const page = await job(jobId, "?limit=2");
    expect(page).toMatchObject({ status: "done", waiting: 0, done: 3, undoable: true, pagination: { total: 3 } });
    const next = await job(jobId, `?limit=2&cursor=${page.pagination.nextCursor}`);
    expect([...page.results, ...next.results].map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect((await reread(api, late)).status).toBe("ACTIVE");
  });

  it("takes what a view holds, narrowed by the other filters, and refuses names of filters that are not known [W4]", async () => {
    const ids = await made(3);
    for (const id of ids) await api.post(`/v1/conversations/${id}/tags`, { tag: "held" });
    await api.patch(`/v1/conversations/${ids[0]}`, { utmSource: "held-one" });
    const view = (await api.post<{ id: string }>("/v1/views", { name: "Held", filters: { tags: ["held"] } })).body.id;
    const begin = (filter: object) =>
      api.post<BulkAnswer & { details: object[] }>(path, { filter, actions: tagged("x") });
    expect((await begin({ view })).body.total).toBe(3);
    expect((await begin({ view, tab: "all", utmSource: "held-one" })).body.total).toBe(1);
    expect((await begin({ view, tags: ["other"] })).body.total).toBe(0);
    const typo = await begin({ tag: ["held"] });
    expect([typo.status, typo.body.details]).toEqual([
      400,
      [
        expect.objectContaining({
          field: "filter",
          code: "unrecognized_keys",
          message: expect.stringContaining("tag"),
        }),
      ],
    ]);
    const gone = await begin({ view: newId() });
    expect([gone.status, gone.body.details]).toMatchObject([400, [{ field: "filter.view" }]]);
    const contacts = (await api.post<{ id: string }>("/v1/views", { name: "People", page: "contacts" })).body.id;
    expect((await begin({ view: contacts })).body.details).toMatchObject([{ field: "filter.view" }]);
  });

  it("is refused before a row is written where more match than it takes [W4]", async () => {
    const ids = await made(3);
    for (const id of ids) await api.patch(`/v1/conversations/${id}`, { utmSource: "too-many" });
    const { body } = await api.post<BulkAnswer>(path, { filter: { utmSource: "none-such" }, actions: tagged("x") });
    const { companyId } = company;
    const matched = (most: number) =>
      inTransaction(companyId, () =>
        addMatching({ companyId, id: body.jobId }, company.admin, { utmSource: "too-many" }, most),
      );
    expect(await matched(2)).toBe(3);
    expect((await job(body.jobId)).results).toEqual([]);
    expect(await matched(3)).toBe(3);
    expect((await job(body.jobId)).results.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it("cancels what is not begun and keeps what is done [W4]", async () => {
    const ids = await made(4);
    for (const id of ids) await api.patch(`/v1/conversations/${id}`, { utmSource: "cancelled-job" });
    const actions = tagged("half");
    const { body } = await api.post<BulkAnswer>(path, { filter: { utmSource: "cancelled-job" }, actions });
    await work(body.jobId, 1);
    const cancelled = await api.delete<Job>(`/v1/jobs/${body.jobId}`);
    expect([cancelled.status, cancelled.body]).toMatchObject([
      200,
      { status: "cancelled", done: 1, cancelled: 3, waiting: 0 },
    ]);
    expect(await work(body.jobId)).toBe(0);
    expect((await api.delete<Job>(`/v1/jobs/${body.jobId}`)).body).toMatchObject({ status: "cancelled", done: 1 });
    const tags = await Promise.all(ids.map(async (id) => (await reread(api, id)).tags.includes("half")));
    expect(tags.filter(Boolean)).toHaveLength(1);
    expect((await api.post<BulkAnswer>(`/v1/jobs/${body.jobId}/undo`, {})).body).toMatchObject({ total: 1, done: 1 });
  });

  it("does what its person may still do: nothing more once they are not active [W1]", async () => {
    const [id = ""] = await made(1);
    await api.patch(`/v1/conversations/${id}`, { utmSource: "demoted" });
    const token = await company.token(["admin"], company.supervisor);
    const theirs = http(app, token.secret);
    const { body } = await theirs.post<BulkAnswer>(path, { filter: { utmSource: "demoted" }, actions: tagged("late") });
    await systemPool().query(`update api_tokens set "revokedAt" = now() where "id" = $1`, [token.actor.id]);
    await work(body.jobId);
    expect((await job(body.jobId)).results[0]).toMatchObject({
      outcome: "failed",
      status: 401,
      error: { error: "unauthorized" },
    });
    expect((await reread(api, id)).tags).not.toContain("late");
  });
});

describe("undo", () => {
  const part = ({
    operatorTags,
    tags,
    assignedTo,
    phaseId,
    phaseChangedAt,
    amount,
    status,
    isLead,
    chatbotState,
    priority,
    snoozedUntil,
    waitingSince,
  }: Conversation) => ({
    operatorTags,
    tags,
    assignedTo,
    phaseId,
    phaseChangedAt,
    amount,
    status,
    isLead,
    chatbotState,
    priority,
    snoozedUntil,
    waitingSince,
  });

  it("puts tags, assignee, phase, amount, bot and status back exactly, and what nobody sees stays with them [W4]", async () => {
    const ids = await made(3);
    const [first = "", second = ""] = ids;
    for (const tag of ["alpha", "beta", "gamma"]) await api.post(`/v1/conversations/${first}/tags`, { tag });
    await api.post(`/v1/conversations/${first}/assign`, { assignedTo: company.supervisor.id });
    await api.patch(`/v1/conversations/${second}`, { amount: 7 });
    const before = await Promise.all(ids.map(async (id) => part(await reread(api, id))));
    const actions = [
      { name: "tag_remove", input: { tag: "beta" } },
      ...tagged("bulk"),
      { name: "assign", input: { assignedTo: company.agent.id } },
      { name: "phase", input: { phaseId: company.given.phaseId } },
      { name: "amount", input: { amount: 99 } },
      { name: "priority", input: { priority: "urgent" } },
      { name: "snooze", input: { until: "2999-01-04T09:00:00.000Z" } },
      { name: "bot_off" },
      { name: "close", input: { isLead: false } },
    ];
    const { body } = await api.post<BulkAnswer>(path, { ids, actions });
    expect(body).toMatchObject({ failed: 0, done: 3 });
    expect(await Promise.all(ids.map(async (id) => part(await reread(api, id))))).not.toEqual(before);
    const undone = await api.post<BulkAnswer>(`/v1/jobs/${body.jobId}/undo`, {});
    expect([undone.status, undone.body]).toMatchObject([207, { total: 3, done: 3, failed: 0 }]);
    expect(await Promise.all(ids.map(async (id) => part(await reread(api, id))))).toEqual(before);
    expect((await api.post(`/v1/jobs/${body.jobId}/undo`, {})).body).toMatchObject({ error: "conflict" });
    const types = (await eventsOf(company))
      .filter(({ conversationId }) => conversationId === first)
      .map(({ type }) => type);
    expect(types.filter((type) => type === "conversation/tag_removed")).toHaveLength(2);
  });

  it("leaves alone what somebody has changed since, and says so [W4]", async () => {
    const [id = ""] = await made(1);
    const actions = [{ name: "assign", input: { assignedTo: company.agent.id } }, ...tagged("since")];
    const { body } = await api.post<BulkAnswer>(path, { ids: [id], actions });
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.supervisor.id });
    const undone = (await api.post<BulkAnswer>(`/v1/jobs/${body.jobId}/undo`, {})).body;
    expect(undone.results?.[0]?.actions).toEqual([
      { name: "tags", outcome: "done", why: null },
      { name: "assignee", outcome: "skipped", why: { code: "changed_since", message: expect.any(String) } },
    ]);
    expect(await reread(api, id)).toMatchObject({ assignedTo: company.supervisor.id, operatorTags: [] });
  });

  it("lets people take back what took a conversation from their sight [W4]", async () => {
    const [id = ""] = await made(1);
    const mine = await openApi(
      company,
      ["clients_read_assigned", "clients_write_assigned", "chat_talk"],
      company.agent,
    );
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: company.agent.id });
    const actions = [{ name: "assign", input: { assignedTo: company.otherAgent.id } }];
    const { body } = await mine.post<BulkAnswer>(path, { ids: [id], actions });
    expect((await mine.get(`/v1/conversations/${id}`)).status).toBe(404);
    expect((await mine.post<BulkAnswer>(`/v1/jobs/${body.jobId}/undo`, {})).body).toMatchObject({ done: 1 });
    expect((await mine.get(`/v1/conversations/${id}`)).status).toBe(200);
  });
});
