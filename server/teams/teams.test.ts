import { describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring, eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { overlapping } from "#server/testing/statements/overlapping.ts";
import { converse, reread, transcript } from "#server/testing/talking.ts";
import type { SavedView } from "#server/views/schema.ts";
import { maxTeams } from "./choices.ts";
import type { Team, TeamMember } from "./schema.ts";

const company = await openCompany("Acme", ["team"]);
const other = await furnishedCompany("Other", ["team"]);
const api = await openApi(company);
const stranger = await openApi(other);
const agentRights = ["clients_read_assigned", "clients_write_assigned", "chat_talk"] as const;
const agent = await openApi(company, agentRights, company.agent);
const second = await openApi(company, agentRights, company.otherAgent);

const numbers = Array.from({ length: 200 }, (_, index) => index).values();
const make = async (body: object = {}) =>
  (await api.post<Team>("/v1/teams", { name: `Team ${numbers.next().value}`, ...body })).body;
type Failure = { error: string; details?: { field: string }[] };
type Page = { pagination: { total: number; nextCursor: string | null }; data: { id: string }[] };

describe("/v1/teams", () => {
  it("makes, reads, changes and deletes teams, with their members and channels [W6]", async () => {
    const members = [{ userId: company.agent.id, role: "secondary" }, { userId: company.otherAgent.id }];
    const channels = [company.given.channelId];
    const made = await api.post<Team>("/v1/teams", { name: " Sales ", color: "#0f766e", members, channels });
    expect([made.status, made.body]).toMatchObject([
      200,
      {
        ...{ name: "Sales", color: "#0F766E", channels },
        members: [
          { userId: company.otherAgent.id, role: "primary" },
          { userId: company.agent.id, role: "secondary" },
        ],
      },
    ]);
    expect(made.headers.get("etag")).toBe(`"${made.body.updatedAt}"`);
    const one = `/v1/teams/${made.body.id}`;
    expect((await api.get<Team>(one)).body).toEqual(made.body);
    const changed = await api.patch<Team>(one, { name: "Sales north", channels: [] });
    expect(changed.body).toMatchObject({ name: "Sales north", channels: [], members: made.body.members });
    expect(changed.body.updatedAt > made.body.updatedAt).toBe(true);
    const stale = await api.patch(one, { name: "x" }, { headers: { "if-match": `"${made.body.updatedAt}"` } });
    expect(stale.status).toBe(412);
    expect((await stranger.get(one)).status).toBe(404);
    expect((await api.delete(one)).body).toEqual({ id: made.body.id, deleted: true });
    expect((await api.get(one)).status).toBe(404);
  });

  it("keeps names apart whatever their case, and refuses people, channels and colours that are not there [W6]", async () => {
    const { name } = await make();
    expect((await api.post("/v1/teams", { name: name.toUpperCase() })).status).toBe(409);
    for (const [field, body] of [
      ["members", { members: [{ userId: other.admin.id }] }],
      ["channels", { channels: [other.given.channelId] }],
      ["color", { color: "red" }],
      ["name", { name: " " }],
    ] as const) {
      const { status, body: answer } = await api.post<{ details: { field: string }[] }>("/v1/teams", {
        name: "Refused",
        ...body,
      });
      expect([status, answer.details[0]?.field.split(".")[0]]).toEqual([400, field]);
    }
  });

  it("adds people, changes their role and takes them out, one at a time [W6]", async () => {
    const { id } = await make();
    const members = `/v1/teams/${id}/members`;
    await api.post(members, { userId: company.agent.id });
    await api.put(`${members}/${company.agent.id}`, { role: "secondary" });
    expect((await api.get<TeamMember[]>(members)).body).toEqual([{ userId: company.agent.id, role: "secondary" }]);
    expect(
      (await api.get<Page>(`/v1/teams?userId=${company.agent.id}&limit=100`)).body.data.map((one) => one.id),
    ).toContain(id);
    expect((await api.delete<Team>(`${members}/${company.agent.id}`)).body.members).toEqual([]);
  });

  it("does not find a person of the path whom the company has not, and names the field of the body (A9) [W6]", async () => {
    const { id } = await make({ members: [{ userId: company.agent.id }] });
    const members = `/v1/teams/${id}/members`;
    for (const stray of [other.agent.id, newId(), "nobody"]) {
      expect((await api.put<Failure>(`${members}/${stray}`, { role: "primary" })).body.error).toBe("not_found");
      expect((await api.delete<Failure>(`${members}/${stray}`)).body.error).toBe("not_found");
      const named = await api.post<Failure>(members, { userId: stray });
      expect([named.status, named.body.details?.[0]?.field]).toEqual([400, "userId"]);
    }
    expect((await api.delete(`${members}/${company.otherAgent.id}`)).status).toBe(200);
    expect((await api.get<TeamMember[]>(members)).body).toEqual([{ userId: company.agent.id, role: "primary" }]);
  });

  it("is paged by name with a cursor [W6]", async () => {
    for (const name of ["Zeta c", "zeta a", "Zeta b"]) await make({ name });
    const first = (await api.get<Page>("/v1/teams?search=ZÉTA&limit=2")).body;
    expect([first.pagination.total, first.data.length]).toEqual([3, 2]);
    const rest = (await api.get<Page>(`/v1/teams?search=ZÉTA&limit=2&cursor=${first.pagination.nextCursor}`)).body;
    const names = [...first.data, ...rest.data].map((team) => "name" in team && team.name);
    expect([names, rest.pagination.nextCursor]).toEqual([["zeta a", "Zeta b", "Zeta c"], null]);
  });

  it("ends at 100 teams with the limit [W6]", async () => {
    const full = await furnishedCompany("Full", ["team"]);
    const own = await openApi(full);
    await inCompany(full.companyId, async () => {
      const before = await prisma.team.count({ where: { companyId: full.companyId } });
      const data = Array.from({ length: maxTeams - before }, (_, index) => {
        return { companyId: full.companyId, id: newId(), name: `T${index}`, nameKey: `t${index}`, color: "#0F766E" };
      });
      await prisma.team.createMany({ data });
    });
    expect(await own.post("/v1/teams", { name: "One more" })).toMatchObject({
      status: 409,
      body: { error: "limit_reached", limit: maxTeams },
    });
  });
});

describe("a conversation of a team", () => {
  const post = <T>(id: string, way: string, body: object) => api.post<T>(`/v1/conversations/${id}/${way}`, body);

  it("is given to it by assign and transfer, with a line and an event, once [W6]", async () => {
    const team = await make({ members: [{ userId: company.agent.id }] });
    const { id, teamId } = await converse(api, company);
    expect(teamId).toBe("");
    const events = await eventsDuring(company, async () => {
      expect((await post<Conversation>(id, "assign", { teamId: team.id })).body).toMatchObject({ teamId: team.id });
      await post(id, "assign", { teamId: team.id });
    });
    expect(events.map(({ type, data }) => [type, data.changes])).toEqual([
      ["conversation/updated", { teamId: { before: null, after: team.id } }],
    ]);
    expect((await transcript(api, id)).map(({ command }) => command?.name)).toContain("team_assigned");
    await post(id, "assign", { assignedTo: company.otherAgent.id, teamId: "" });
    expect(await reread(api, id)).toMatchObject({ teamId: "", assignedTo: company.otherAgent.id });
    const handed = await post<Conversation>(id, "transfer", { teamId: team.id });
    expect(handed.body).toMatchObject({ teamId: team.id, assignedTo: "" });
    await api.post(`/v1/conversations/${id}/close`, { isLead: false });
    expect((await post(id, "transfer", { teamId: team.id })).status).toBe(409);
  });

  it("stays with who holds it only where they belong to the team [W6]", async () => {
    const team = await make({ members: [{ userId: company.agent.id }] });
    const [mine, others] = [await converse(api, company), await converse(api, company)];
    await post(mine.id, "assign", { assignedTo: company.agent.id });
    await post(others.id, "assign", { assignedTo: company.otherAgent.id });
    for (const { id } of [mine, others]) await post(id, "assign", { teamId: team.id });
    expect([(await reread(api, mine.id)).assignedTo, (await reread(api, others.id)).assignedTo]).toEqual([
      company.agent.id,
      "",
    ]);
  });

  it("refuses a team that is not there, and a body that names nobody [W6]", async () => {
    const { id } = await converse(api, company);
    for (const way of ["assign", "transfer"])
      for (const body of [{ teamId: newId() }, { teamId: other.given.teamId }, {}])
        expect((await post(id, way, body)).status, `${way} ${JSON.stringify(body)}`).toBe(400);
  });

  it("is found, counted and shown by phase through teamId, with exact totals [W6]", async () => {
    const team = await make();
    const open = await converse(api, company);
    const closed = await converse(api, company);
    for (const { id } of [open, closed]) await post(id, "assign", { teamId: team.id });
    await api.post(`/v1/conversations/${closed.id}/close`, { isLead: false });
    const total = async (query: string) => (await api.get<Page>(`/v1/conversations?${query}`)).body.pagination.total;
    expect(await total(`teamId=${team.id}`)).toBe(2);
    expect(await total(`teamId=${team.id}&open=true`)).toBe(1);
    expect(await total(`teamId=${team.id}&open=true&waiting=false&channel=WEB`)).toBe(1);
    expect(await total(`teamId=${newId()}`)).toBe(0);
    expect(await total(`teamId=UNASSIGNED,${team.id}`)).toBe((await total("teamId=UNASSIGNED")) + 2);
    const { body } = await api.get<{ phases: { conversations: Page }[] }>(
      `/v1/conversations/by-phase?teamId=${team.id}`,
    );
    expect(body.phases.reduce((sum, { conversations }) => sum + conversations.pagination.total, 0)).toBe(2);
    const counts = await api.get<{ count: number }[]>(`/v1/phases/count?teamId=${team.id}`);
    expect(counts.body.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });

  it("belongs to none when the team goes, and says so [W6]", async () => {
    const team = await make();
    const { id, updatedAt } = await converse(api, company);
    await post(id, "assign", { teamId: team.id });
    await api.delete(`/v1/teams/${team.id}`);
    const after = await reread(api, id);
    expect([after.teamId, after.updatedAt > updatedAt]).toEqual(["", true]);
    const told = (await eventsOf(company)).filter((event) => event.conversationId === id).at(-1);
    expect(told?.data.changes).toEqual({ teamId: { before: team.id, after: null } });
  });

  it("leaves the team no more than some at a time, so that nobody waits for all of them; none where it stays [W6]", async () => {
    const [team, { id }] = [await make(), await converse(api, company)];
    await post(id, "assign", { teamId: team.id });
    const { rows: names } = await systemPool().query<{ list: string }>(
      `select string_agg(quote_ident("column_name"), ', ') as "list" from information_schema.columns
       where "table_schema" = 'public' and "table_name" = 'conversations' and "column_name" <> 'id'`,
    );
    await systemPool().query(
      `insert into conversations ("id", ${names[0]?.list}) select gen_random_uuid(), ${names[0]?.list}
       from conversations, generate_series(1, 1003) where "id" = $1`,
      [id],
    );
    const left = async () => {
      const { rows } = await systemPool().query(
        `select count(*)::int as "all", count("teamId")::int as "held", count(distinct xmin::text)::int as "transactions"
         from conversations where "visitorId" = (select "visitorId" from conversations where "id" = $1) and "createdAt" =
           (select "createdAt" from conversations where "id" = $1)`,
        [id],
      );
      return rows[0];
    };
    const stale = { headers: { "if-match": '"2020-01-01T00:00:00.000Z"' } };
    expect((await api.delete(`/v1/teams/${team.id}`, stale)).status).toBe(412);
    expect(await left()).toMatchObject({ all: 1004, held: 1004 });
    expect((await api.delete(`/v1/teams/${team.id}`)).status).toBe(200);
    expect(await left()).toEqual({ all: 1004, held: 0, transactions: 3 });
  });

  it("is given to a team by the action assign_team, and back by its undo [W6]", async () => {
    const team = await make();
    const { id } = await converse(api, company);
    const actions = [{ name: "assign_team", input: { teamId: team.id } }];
    const done = await api.post<{ jobId: string }>("/v1/conversations/bulk", { ids: [id], actions });
    expect((await reread(api, id)).teamId).toBe(team.id);
    await api.post(`/v1/jobs/${done.body.jobId}/undo`);
    expect((await reread(api, id)).teamId).toBe("");
  });
});

describe("a team that goes while a conversation comes to it", () => {
  it("is deleted, and lets go of it [W6]", async () => {
    const team = await make();
    const { id } = await converse(api, company);
    const text = `update conversations set "teamId" = $1 where "id" = $2`;
    const gone = await overlapping(text, [team.id, id], () => api.delete(`/v1/teams/${team.id}`));
    expect([gone.status, (await reread(api, id)).teamId]).toEqual([200, ""]);
  });

  it("refuses the conversation as a team that is not there, for routes and for lists of actions [W6]", async () => {
    const { id } = await converse(api, company);
    const give = (teamId: string) => api.post<{ error: string }>(`/v1/conversations/${id}/assign`, { teamId });
    const remove = (teamId: string, meanwhile: () => ReturnType<typeof give>) =>
      overlapping(`delete from teams where "id" = $1`, [teamId], meanwhile);
    const one = await make();
    const refused = await remove(one.id, () => give(one.id));
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: "validation_error", details: [{ field: "teamId", code: "unknown_reference" }] },
    ]);
    const other = await make();
    const actions = [{ name: "assign_team", input: { teamId: other.id } }];
    const answer = await remove(other.id, () => api.post("/v1/conversations/bulk", { ids: [id], actions }));
    expect(answer.body).toMatchObject({ failed: 1, results: [{ status: 400, error: { error: "validation_error" } }] });
  });
});

describe("a saved view of a team", () => {
  it("is seen by its members and by who governs views, and goes with the team [W6]", async () => {
    const team = await make({ members: [{ userId: company.agent.id }] });
    const body = { name: "Ours", scope: "team", teamId: team.id, filters: { teamId: [team.id] } };
    const view = (await api.post<SavedView>("/v1/views", body)).body;
    expect(view).toMatchObject({ scope: "team", teamId: team.id, filters: { teamId: [team.id] } });
    const one = `/v1/views/${view.id}`;
    const seen = [agent, second, api].map(async (who) => (await who.get(one)).status);
    expect(await Promise.all(seen)).toEqual([200, 404, 200]);
    expect((await agent.patch(one, { name: "Mine" })).status).toBe(403);
    expect((await api.post("/v1/views", { ...body, teamId: other.given.teamId })).status).toBe(400);
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/assign`, { teamId: team.id });
    const counts = (await api.get<{ id: string; count: number }[]>("/v1/views/counts")).body;
    expect(counts.find((count) => count.id === view.id)?.count).toBe(1);
    await api.delete(`/v1/teams/${team.id}`);
    expect((await api.get(one)).status).toBe(404);
  });
});
