import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { env } from "#server/config/env.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";
import { converse } from "#server/testing/talking.ts";
import { maxOpenTasks } from "./choices.ts";
import { tellDue } from "./reminding.ts";
import type { Task } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const api = await openApi(company, ["chat_talk", "clients_read", "clients_write"]);
const system = systemActor(company.companyId);
afterEach(() => shiftClock(0));

type Page = { data: Task[]; pagination: { total: number; nextCursor: string | null; hasNext: boolean } };
const create = (body: object) => api.post<Task>("/v1/tasks", body);
const list = async (query: string, client = api) => (await client.get<Page>(`/v1/tasks?${query}`)).body;
const titles = (page: Page) => page.data.map(({ title }) => title);

describe("/v1/tasks", () => {
  it("creates, reads, changes, finishes, reopens and deletes a task [W8]", async () => {
    const { id: conversationId } = await converse(api, company, { visitorName: "Tess" });
    const made = await create({ title: " Call back ", dueAt: "2030-03-01T10:00:00+02:00", conversationId });
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        title: "Call back",
        dueAt: "2030-03-01T08:00:00.000Z",
        assignedTo: null,
        conversationId,
        about: "Tess",
        done: false,
      },
    ]);
    const path = `/v1/tasks/${made.body.id}`;
    expect((await api.get<Task>(path)).body).toEqual(made.body);
    const changed = await api.patch<Task>(path, { title: "Call again", dueAt: null, assignedTo: company.agent.id });
    expect(changed.body).toMatchObject({ title: "Call again", dueAt: null, assignedTo: company.agent.id });
    const done = await api.patch<Task>(path, { done: true });
    expect([done.body.done, done.body.doneAt]).toEqual([true, expect.any(String)]);
    expect((await api.patch<Task>(path, { done: true })).body.updatedAt).toBe(done.body.updatedAt);
    expect((await api.patch<Task>(path, { done: false })).body).toMatchObject({ done: false, doneAt: null });
    expect((await api.delete(path)).body).toEqual({ id: made.body.id, deleted: true });
    expect((await api.delete(path)).status).toBe(404);
  });

  it("refuses a change that was made on what someone has changed since [W8]", async () => {
    const { body, headers } = await create({ title: "Write the offer" });
    const path = `/v1/tasks/${body.id}`;
    const match = { headers: { "if-match": headers.get("etag") ?? "" } };
    expect((await api.get(path)).headers.get("etag")).toBe(headers.get("etag"));
    expect((await api.patch(path, { title: "Write two offers" }, match)).status).toBe(200);
    expect((await api.patch(path, { title: "Write no offer" }, match)).status).toBe(412);
    expect((await api.get<Task>(path)).body.title).toBe("Write two offers");
  });

  it("is somebody's who may see tasks; one that is a viewer's already stays theirs until it is given away [W8]", async () => {
    const viewing = { title: "Look", assignedTo: company.viewer.id };
    const refused = { status: 400, body: { details: [{ field: "assignedTo" }] } };
    expect(await create(viewing)).toMatchObject(refused);
    const path = `/v1/tasks/${(await create({ title: "Look" })).body.id}`;
    expect(await api.patch(path, viewing)).toMatchObject(refused);
    const talks = await personWith(company, { name: "Talks", permissions: ["chat_talk"], readScope: "all" });
    const looks = await personWith(company, { name: "Looks", permissions: ["clients_read"], readScope: "all" });
    expect((await api.patch(path, { assignedTo: talks.id })).status).toBe(200);
    expect((await api.patch(path, { assignedTo: looks.id })).status).toBe(400);
    await systemPool().query(`update tasks set "assignedTo" = $2 where "title" = 'Look' and "companyId" = $1`, [
      company.companyId,
      company.viewer.id,
    ]);
    const kept = await api.patch<Task>(path, { ...viewing, title: "Look again" });
    expect(kept).toMatchObject({ status: 200, body: { title: "Look again", assignedTo: company.viewer.id } });
  });

  it("lists by when they are due, those without a time last, page by page [W8]", async () => {
    const { id: conversationId } = await converse(api, company);
    const times = ["2031-01-03", "2031-01-01", null, "2031-01-02", null];
    for (const [index, dueAt] of times.entries()) await create({ title: `T${index}`, dueAt, conversationId });
    const first = await list(`conversationId=${conversationId}&limit=2`);
    expect([titles(first), first.pagination.total]).toEqual([["T1", "T3"], 5]);
    const second = await list(`conversationId=${conversationId}&limit=2&cursor=${first.pagination.nextCursor}`);
    expect(titles(second)).toEqual(["T0", "T2"]);
    const third = await list(`conversationId=${conversationId}&limit=2&cursor=${second.pagination.nextCursor}`);
    expect([titles(third), third.pagination.nextCursor]).toEqual([["T4"], null]);
    const between = await list(`conversationId=${conversationId}&dueFrom=2031-01-02&dueTo=2031-01-03`);
    expect(titles(between)).toEqual(["T3", "T0"]);
    expect((await api.get(`/v1/tasks?cursor=${first.pagination.nextCursor}`)).status).toBe(400);
    expect(titles(await list(`conversationId=${conversationId}&search=t4`))).toEqual(["T4"]);
  });

  it("finds a contact's tasks, also those about its conversations, and who is to do them [W8]", async () => {
    const contactId = company.given.contactId ?? "";
    const conversationId = company.given.conversationId ?? "";
    await create({ title: "Of the contact", contactId, assignee: company.agent.id });
    await create({ title: "Of its conversation", conversationId, due: "2032-01-01" });
    const found = titles(await list(`contactId=${contactId}`));
    expect(found).toEqual(expect.arrayContaining(["Of the contact", "Of its conversation"]));
    expect(titles(await list(`contactId=${contactId}&assignedTo=${company.agent.id}`))).toEqual(["Of the contact"]);
    expect(titles(await list(`contactId=${contactId}&assignedTo=UNASSIGNED`))).not.toContain("Of the contact");
    const own = await openApi(company, ["chat_talk", "clients_read"], company.agent);
    expect(titles(await list(`assignedTo=me&contactId=${contactId}`, own))).toEqual(["Of the contact"]);
  });

  it("can be said to be about something else later, and what is not given stays [W8]", async () => {
    const { id: conversationId } = await converse(api, company);
    const contactId = company.given.contactId ?? "";
    const { id } = (await create({ title: "Whose?", conversationId })).body;
    const change = async (body: object) => (await api.patch<Task>(`/v1/tasks/${id}`, body)).body;
    expect(await change({ title: "Theirs" })).toMatchObject({ conversationId, contactId: null });
    expect(await change({ contactId })).toMatchObject({ conversationId, contactId });
    expect(await change({ conversationId: null })).toMatchObject({ conversationId: null, contactId });
    expect((await api.patch(`/v1/tasks/${id}`, { contactId: newId() })).status).toBe(400);
  });

  it("refuses what is not known, by its field [W8]", async () => {
    const wrong: [object, string][] = [
      [{ title: "" }, "title"],
      [{ title: "x".repeat(256) }, "title"],
      [{ title: "x", dueAt: "soon" }, "dueAt"],
      [{ title: "x", assignedTo: newId() }, "assignedTo"],
      [{ title: "x", conversationId: newId() }, "conversationId"],
      [{ title: "x", contactId: newId() }, "contactId"],
    ];
    for (const [body, field] of wrong) {
      const answer = await create(body);
      expect([answer.status, (answer.body as never as { details: { field: string }[] }).details[0]?.field]).toEqual([
        400,
        field,
      ]);
    }
  });

  it("shows a limited person their own tasks and those of people they may see, and no others [W8]", async () => {
    const hidden = (await create({ title: "Hidden", contactId: company.given.contactId })).body;
    const limited = await openApi(company, ["chat_talk", "clients_read_assigned"], company.otherAgent);
    expect((await limited.get(`/v1/tasks/${hidden.id}`)).status).toBe(404);
    expect(titles(await list("limit=100", limited))).not.toContain("Hidden");
    await api.patch(`/v1/tasks/${hidden.id}`, { assignedTo: company.otherAgent.id });
    expect((await limited.get(`/v1/tasks/${hidden.id}`)).status).toBe(200);
    expect((await (await openApi(company, ["clients_read"])).get("/v1/tasks")).status).toBe(403);
  });

  it("goes with the contact or conversation it is about, and stays with the person when two contacts become one [W8]", async () => {
    const email = `${newId()}@example.com`;
    const { id: conversationId } = await converse(api, company, { visitorName: "Prov" });
    const { contactId } = await captureContact.execute(system, { conversationId, name: "Prov" });
    const { id: task } = (await create({ title: "Keep me", contactId })).body;
    const older = (
      await api.post<{ id: string }>("/v1/contacts", { websiteId: company.given.channelId, name: "Old", email })
    ).body.id;
    await captureContact.execute(system, { conversationId, email, proven: true } as never);
    expect((await api.get<Task>(`/v1/tasks/${task}`)).body.contactId).toBe(older);
    const about = (await create({ title: "Of it", conversationId })).body.id;
    await api.delete(`/v1/conversations/${conversationId}`);
    expect((await api.get(`/v1/tasks/${about}`)).status).toBe(404);
    await api.delete(`/v1/contacts/${older}`);
    expect((await api.get(`/v1/tasks/${task}`)).status).toBe(404);
  });
});

it("lets lists of conversations ask for the open ones without a next step [W8]", async () => {
  const visitorName = `Planner ${newId()}`;
  const some = () => converse(api, company, { visitorName });
  const [planned, done, moved, closed, bare] = [await some(), await some(), await some(), await some(), await some()];
  const task = async (conversationId: string) => (await create({ title: "Next", conversationId })).body.id;
  await task(planned.id);
  await api.patch(`/v1/tasks/${await task(done.id)}`, { done: true });
  await api.patch(`/v1/tasks/${await task(moved.id)}`, { conversationId: planned.id });
  await api.post(`/v1/conversations/${closed.id}/close`, { isLead: false });
  const reader = await openApi(company, ["clients_read", "chat_talk"]);
  const asked = async (nextStep: string) => {
    const path = `/v1/conversations?nextStep=${nextStep}&search=${encodeURIComponent(visitorName)}`;
    const { body } = await reader.get<{ data: { id: string }[]; pagination: { total: number } }>(path);
    expect(body.pagination.total).toBe(body.data.length);
    return new Set(body.data.map(({ id }) => id));
  };
  expect(await asked("false")).toEqual(new Set([done.id, moved.id, bare.id]));
  expect(await asked("true")).toEqual(new Set([planned.id]));
  expect((await reader.get("/v1/conversations?nextStep=perhaps")).status).toBe(400);
});

describe("task/due", () => {
  it("is told once for each time, also when two processes look at once, and never for what is done [W8]", async () => {
    const { id: conversationId, channelId } = await converse(api, company);
    const dueAt = new Date(Date.now() + hour).toISOString();
    const { id } = (await create({ title: "Due", dueAt, conversationId, assignedTo: company.agent.id })).body;
    const done = (await create({ title: "Done", dueAt })).body;
    await api.patch(`/v1/tasks/${done.id}`, { done: true });
    expect(await typesDuring(company, () => tellDue.execute(system, {}))).toEqual([]);
    shiftClock(2 * hour);
    const told = await eventsDuring(company, () =>
      Promise.all([tellDue.execute(system, {}), tellDue.execute(system, {}), tellDue.execute(system, {})]),
    );
    expect(told).toMatchObject([
      { type: "task/due", channelId, conversationId, data: { id, title: "Due", dueAt, assignedTo: company.agent.id } },
    ]);
    const later = new Date(Date.now() + 3 * hour).toISOString();
    await api.patch(`/v1/tasks/${id}`, { dueAt: later });
    expect(await typesDuring(company, () => tellDue.execute(system, {}))).toEqual([]);
    shiftClock(4 * hour);
    expect(await typesDuring(company, () => tellDue.execute(system, {}))).toEqual(["task/due"]);
  });
});

it("is told once also where its process is killed between the claim and the event [W8]", async () => {
  const own = await furnishedCompany("Killed", ["talk"]);
  const client = await openApi(own, ["chat_talk"]);
  const actor = systemActor(own.companyId);
  const dueAt = new Date(Date.now() + hour).toISOString();
  const { id } = (await client.post<Task>("/v1/tasks", { title: "Once", dueAt })).body;
  shiftClock(2 * hour);
  const holder = new pg.Client({ connectionString: env.databaseUrl });
  await holder.connect();
  await holder.query("begin");
  // The claim goes through; the event has to wait.
  await holder.query("lock table events in share mode");
  const waiting = async () => {
    const found = await holder.query<{ pid: number }>(
      `select distinct "pid" from pg_locks where not "granted" and pg_backend_pid() = any(pg_blocking_pids("pid"))`,
    );
    return found.rows[0]?.pid;
  };
  const told = await eventsDuring(own, async () => {
    try {
      const killed = tellDue.execute(actor, {}).then(
        () => "done",
        () => "killed",
      );
      await expect.poll(waiting, { timeout: 20_000 }).toBeTypeOf("number");
      // Somebody holds the task: it has been claimed, and nobody else sees it.
      const free = await holder.query(`select from tasks where "id" = $1 for update skip locked`, [id]);
      expect(free.rowCount).toBe(0);
      await holder.query("select pg_terminate_backend($1)", [await waiting()]);
      expect(await killed).toBe("killed");
    } finally {
      await holder.end();
    }
    expect([await tellDue.execute(actor, {}), await tellDue.execute(actor, {})]).toEqual([{ told: 1 }, { told: 0 }]);
  });
  expect(told).toMatchObject([{ type: "task/due", data: { id } }]);
});

it("refuses one open task more than a company may have, and none once another is done [W8]", async () => {
  const full = await furnishedCompany("Full of tasks", ["talk"]);
  const client = await openApi(full, ["chat_talk"]);
  await systemPool().query(
    `insert into tasks ("companyId", "id", "title", "createdBy")
     select $1, gen_random_uuid(), 'One of many', 'system' from generate_series(1, $2 - (
       select count(*)::int from tasks where "companyId" = $1 and "doneAt" is null))`,
    [full.companyId, maxOpenTasks],
  );
  const refused = await client.post("/v1/tasks", { title: "One more" });
  expect([refused.status, refused.body]).toMatchObject([409, { error: "limit_reached", limit: maxOpenTasks }]);
  const [one] = (await list("limit=1", client)).data;
  await client.patch(`/v1/tasks/${one?.id}`, { done: true });
  expect((await client.post("/v1/tasks", { title: "One more" })).status).toBe(200);
  expect((await client.patch(`/v1/tasks/${one?.id}`, { done: false })).status).toBe(409);
});
