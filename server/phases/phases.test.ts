import { describe, expect, it } from "vitest";
import type { Conversation } from "#server/conversations/schema.ts";
import { app } from "#server/rest/app.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { eventsDuring, eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { type Client, http } from "#server/testing/http.ts";
import { overlapping } from "#server/testing/statements/overlapping.ts";
import { converse, lines, transcript } from "#server/testing/talking.ts";
import type { Phase } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const api = await openApi(company);

async function own(name: string): Promise<{ company: TestCompany; api: Client; phases: Phase[] }> {
  const fresh = await furnishedCompany(name, ["talk"]);
  const client = http(app, (await fresh.token(["admin"])).secret);
  return { company: fresh, api: client, phases: await list(client) };
}

const list = async (client = api) => (await client.get<Phase[]>("/v1/phases")).body;
const shape = (phases: readonly Phase[]) => phases.map(({ name, order }) => `${order} ${name}`);

describe("GET and POST /v1/phases (L5)", () => {
  it("begins with New, In progress, Won and Lost", async () => {
    expect((await list()).map(({ name, type, order }) => ({ name, type, order }))).toEqual([
      { name: "New", type: "progress", order: 0 },
      { name: "In progress", type: "progress", order: 1 },
      { name: "Won", type: "success", order: 2 },
      { name: "Lost", type: "lost", order: 3 },
    ]);
  });

  it("lets cards in progress age but not won and lost ones, by default", async () => {
    const { api } = await own("Ages");
    const ages = async () => (await list(api)).map(({ agingDays, staleDays }) => [agingDays, staleDays]);
    expect(await ages()).toEqual([
      [3, 7],
      [3, 7],
      [0, 0],
      [0, 0],
    ]);
    const made = await api.post<Phase>("/v1/phases", { name: "Later", type: "lost", agingDays: 30 });
    expect(made.body).toMatchObject({ agingDays: 30, staleDays: 0 });
    const [first] = await list(api);
    const changed = await api.patch<Phase>(`/v1/phases/${first?.id}`, { agingDays: 1, staleDays: 2 });
    expect(changed.body).toMatchObject({ name: "New", order: 0, agingDays: 1, staleDays: 2 });
    expect((await list(api))[0]).toEqual(changed.body);
    expect((await api.patch(`/v1/phases/${first?.id}`, { agingDays: -1 })).body.details?.[0]?.field).toBe("agingDays");
  });

  it("adds at the end or at the given place, and keeps the order without gaps", async () => {
    const { api } = await own("Adding");
    expect((await api.post<Phase>("/v1/phases", { name: " Later ", type: "progress" })).body).toMatchObject({
      name: "Later",
      order: 4,
    });
    expect((await api.post<Phase>("/v1/phases", { name: "Far", type: "lost", order: 99 })).body.order).toBe(5);
    await api.post("/v1/phases", { name: "First", type: "progress", order: 0 });
    expect(shape(await list(api))).toEqual([
      "0 First",
      "1 New",
      "2 In progress",
      "3 Won",
      "4 Lost",
      "5 Later",
      "6 Far",
    ]);
  });

  it("keeps the order without gaps when many are added at once", async () => {
    const { api } = await own("Racing");
    const made = Array.from({ length: 8 }, (_, n) =>
      api.post("/v1/phases", { name: `P${n}`, type: "progress", order: n }),
    );
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await list(api)).map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it("refuses what is missing or wrong", async () => {
    for (const body of [
      {},
      { name: "x" },
      { name: "", type: "lost" },
      { name: "x", type: "won" },
      { name: "x", type: "lost", order: -1 },
    ])
      expect((await api.post("/v1/phases", body)).status).toBe(400);
  });

  it("reads with clients_read and writes with clients_write", async () => {
    const reader = http(app, (await company.token(["clients_read"])).secret);
    expect((await reader.get("/v1/phases")).status).toBe(200);
    const refused = await reader.post("/v1/phases", { name: "x", type: "lost" });
    expect([refused.status, refused.body.requiredPermissions]).toEqual([403, ["clients_write"]]);
  });
});

describe("PATCH /v1/phases/{id}", () => {
  it("renames, retypes and moves; a repeat tells nothing", async () => {
    const { api, phases, company } = await own("Editing");
    const [first, , , lost] = phases;
    const moved = await api.patch<Phase>(`/v1/phases/${lost?.id}`, { name: "Gone", order: 0 });
    expect(moved.body).toMatchObject({ id: lost?.id, name: "Gone", type: "lost", order: 0 });
    expect(shape(await list(api))).toEqual(["0 Gone", "1 New", "2 In progress", "3 Won"]);
    await api.patch(`/v1/phases/${first?.id}`, { order: 50 });
    expect(shape(await list(api))).toEqual(["0 Gone", "1 In progress", "2 Won", "3 New"]);
    const before = (await eventsOf(company)).length;
    expect((await api.patch(`/v1/phases/${lost?.id}`, { name: "Gone", type: "lost", order: 0 })).status).toBe(200);
    expect((await eventsOf(company)).length).toBe(before);
  });

  it("keeps the last progress phase", async () => {
    const { api, phases } = await own("Progress");
    expect((await api.patch(`/v1/phases/${phases[0]?.id}`, { type: "lost" })).status).toBe(200);
    const refused = await api.patch(`/v1/phases/${phases[1]?.id}`, { type: "success" });
    expect([refused.status, refused.body.error]).toEqual([409, "conflict"]);
    const target = phases[2]?.id;
    expect((await api.delete(`/v1/phases/${phases[1]?.id}?moveTo=${target}`)).body.error).toBe("conflict");
  });

  it("does not find another company's phase", async () => {
    const { phases } = await own("Foreign");
    expect((await api.patch(`/v1/phases/${phases[0]?.id}`, { name: "Mine" })).status).toBe(404);
    expect((await api.delete(`/v1/phases/${phases[0]?.id}`)).status).toBe(404);
    expect((await api.patch("/v1/phases/nonsense", { name: "Mine" })).status).toBe(404);
  });
});

describe("DELETE /v1/phases/{id}", () => {
  it("deletes an empty one and closes the gap", async () => {
    const { api, phases } = await own("Empty");
    const gone = await api.delete<Phase & { deleted: boolean }>(`/v1/phases/${phases[2]?.id}`);
    expect(gone.body).toMatchObject({ id: phases[2]?.id, name: "Won", deleted: true });
    expect(shape(await list(api))).toEqual(["0 New", "1 In progress", "2 Lost"]);
    expect((await api.delete(`/v1/phases/${phases[2]?.id}`)).status).toBe(404);
  });

  it("needs moveTo while it holds conversations, and moves each with its events and its line", async () => {
    const { api, phases, company } = await own("Full");
    const [entry, second] = phases;
    const talks = [await converse(api, company), await converse(api, company)];
    await api.post(`/v1/conversations/${talks[1]?.id}/close`, { isLead: false });
    expect((await api.delete(`/v1/phases/${entry?.id}`)).body.error).toBe("conflict");
    for (const wrong of [entry?.id, "nonsense", company.companyId]) {
      const { status, body } = await api.delete(`/v1/phases/${entry?.id}?moveTo=${wrong}`);
      expect([status, body.details?.[0]?.field]).toEqual([400, "moveTo"]);
    }
    const events = await eventsDuring(company, async () => {
      expect((await api.delete(`/v1/phases/${entry?.id}?moveTo=${second?.id}`)).status).toBe(200);
    });
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill("conversation/phase_changed"));
    expect(events.map(({ conversationId }) => conversationId)).toEqual(
      expect.arrayContaining(talks.map(({ id }) => id)),
    );
    expect(events[0]?.data).toMatchObject({
      phaseId: second?.id,
      previousPhaseId: entry?.id,
      phaseName: "In progress",
      previousPhaseName: "New",
      changes: { phaseId: { before: entry?.id, after: second?.id } },
    });
    for (const { id } of talks) {
      expect((await api.get<Conversation>(`/v1/conversations/${id}`)).body.phaseId).toBe(second?.id);
      expect(lines(await transcript(api, id)).at(-1)).toBe("/phase_changed");
    }
    const created = await converse(api, company);
    expect(created.phaseId).toBe(second?.id);
  });

  it("lets a conversation that begins meanwhile enter the next one (E2, L5)", async () => {
    const { phases, company, api } = await own("Meanwhile");
    const [entry, second] = phases;
    await api.patch(`/v1/conversations/${company.given.conversationId}/phases/${second?.id}`);
    const deletion = `delete from phases where "id" = $1`;
    const begun = await overlapping(deletion, [entry?.id], () => converse(api, company));
    expect(begun.phaseId).toBe(second?.id);
  });

  it("does not find a phase that is deleted while a conversation is moved into it (L5)", async () => {
    const { phases, company, api } = await own("Towards");
    const one = `/v1/conversations/${company.given.conversationId}`;
    const deletion = `delete from phases where "id" = $1`;
    const move = () => api.patch<{ error: string; message: string }>(`${one}/phases/${phases[2]?.id}`);
    const { status, body } = await overlapping(deletion, [phases[2]?.id], move);
    expect([status, body.error, body.message]).toEqual([404, "not_found", "No such phase."]);
    expect((await api.get<Conversation>(one)).body.phaseId).toBe(phases[0]?.id);
  });

  it("keeps why a deal was lost only where it goes to another phase of lost ones (L5)", async () => {
    const { phases, company, api } = await own("Reasons");
    const [, second, , lost] = phases;
    const other = (await api.post<Phase>("/v1/phases", { name: "Gone", type: "lost" })).body;
    const { id } = await converse(api, company);
    const one = `/v1/conversations/${id}`;
    await api.patch(`${one}/phases/${lost?.id}`);
    await api.patch(one, { lostReason: "Too expensive" });
    const reason = async () => (await api.get<Conversation>(one)).body.lostReason;
    expect((await api.delete(`/v1/phases/${lost?.id}?moveTo=${other.id}`)).status).toBe(200);
    expect(await reason()).toBe("Too expensive");
    expect((await api.delete(`/v1/phases/${other.id}?moveTo=${second?.id}`)).status).toBe(200);
    expect(await reason()).toBe("");
  });

  it("moves more than one batch, each conversation once and no more than a batch at a time", async () => {
    const { api, phases, company } = await own("Many");
    const [entry, second] = phases;
    const { systemPool } = await import("#server/db/system.ts");
    await systemPool().query(
      `insert into conversations ("companyId", "id", "channelId", "channel", "phaseId", "visitorId")
       select $1, gen_random_uuid(), $2, 'WEB', $3, 'v' || n from generate_series(1, 1203) n`,
      [company.companyId, company.given.channelId, entry?.id],
    );
    const events = await eventsDuring(company, async () => {
      expect((await api.delete(`/v1/phases/${entry?.id}?moveTo=${second?.id}`)).status).toBe(200);
    });
    expect(new Set(events.map(({ conversationId }) => conversationId)).size).toBe(1204);
    expect(events.length).toBe(1204);
    const { rows } = await systemPool().query(
      `select count(*) filter (where c."lastSeq" = (select max(m."seq") from messages m where m."companyId" = c."companyId"
         and m."conversationId" = c."id")) as whole, count(*) as "all", count(distinct c.xmin::text) as transactions
       from conversations c where c."companyId" = $1`,
      [company.companyId],
    );
    expect(rows).toEqual([{ whole: 1204, all: 1204, transactions: 3 }]);
  });

  it("does not let people move conversations they may not write", async () => {
    const { phases, company, api } = await own("Held");
    await converse(api, company);
    const held = http(app, (await company.token(["clients_write_assigned"])).secret);
    const refused = await held.delete(`/v1/phases/${phases[0]?.id}?moveTo=${phases[1]?.id}`);
    expect([refused.status, refused.body.requiredPermissions]).toEqual([403, ["clients_write"]]);
    expect((await held.delete(`/v1/phases/${phases[3]?.id}`)).status).toBe(200);
  });
});

describe("GET /v1/phases/count", () => {
  type Count = { phaseId: string; phaseName: string; count: number };
  const counts = async (client: Client, search = "") =>
    Object.fromEntries(
      (await client.get<Count[]>(`/v1/phases/count${search}`)).body.map(({ phaseName, count }) => [phaseName, count]),
    );

  it("counts open conversations by phase, under the list's filters and for what one may see", async () => {
    const { api, phases, company } = await own("Counting");
    const before = await counts(api);
    expect(before).toEqual({ New: 1, "In progress": 0, Won: 0, Lost: 0 });
    const talks = [await converse(api, company), await converse(api, company), await converse(api, company)];
    await api.patch(`/v1/conversations/${talks[0]?.id}/phases/${phases[1]?.id}`);
    await api.post(`/v1/conversations/${talks[1]?.id}/close`, { isLead: false });
    await api.post(`/v1/conversations/${talks[2]?.id}/assign`, { assignedTo: company.agent.userId });
    expect(await counts(api)).toEqual({ New: 2, "In progress": 1, Won: 0, Lost: 0 });
    expect(await counts(api, "?status=closed")).toEqual({ New: 0, "In progress": 0, Won: 0, Lost: 0 });
    expect(await counts(api, `?phase=${phases[1]?.id}`)).toEqual({ "In progress": 1 });
    expect(await counts(api, `?assignedTo=${company.agent.userId}`)).toMatchObject({ New: 1, "In progress": 0 });
    const held = http(app, (await company.token(["clients_read_assigned"], company.agent)).secret);
    expect(await counts(held)).toEqual({ New: 1, "In progress": 0, Won: 0, Lost: 0 });
    expect((await api.get("/v1/phases/count?channel=FAX")).status).toBe(400);
  });
});
