import { expect, it } from "vitest";
import { hour, minute, shiftClock } from "#server/base/clock.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say } from "#server/testing/talking.ts";
import { recompute } from "./recomputing.ts";
import type { Fact, Report } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

type Page = { data: Conversation[]; pagination: { nextCursor: string | null } };
/** Whose a conversation is: of agents and of teams, nobody's stand under the empty id. */
type Whose = { agents: Record<string, string[]>; teams: Record<string, string[]> };

/** Counted by hand: every conversation of the list that is not closed. */
async function byHand(): Promise<Whose> {
  const whose: Whose = { agents: {}, teams: {} };
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body }: { body: Page } = await api.get<Page>(`/v1/conversations?limit=5${cursor && `&cursor=${cursor}`}`);
    for (const { id, closed, assignedTo, teamId } of body.data) {
      if (closed) continue;
      whose.agents[assignedTo ?? ""] = [...(whose.agents[assignedTo ?? ""] ?? []), id];
      whose.teams[teamId ?? ""] = [...(whose.teams[teamId ?? ""] ?? []), id];
    }
    cursor = body.pagination.nextCursor;
  }
  for (const ids of [...Object.values(whose.agents), ...Object.values(whose.teams)]) ids.sort();
  return whose;
}

/** What the reports say of that moment: each figure, which is as large as its list, and who is in the list. */
async function reported(to: string): Promise<Whose> {
  const of = async (name: "agents" | "teams", filter: "agentId" | "teamId") => {
    const { groups, total } = (await api.get<Report>(`/v1/reports/${name}?to=${to}`)).body;
    const list = async (query: string) =>
      (await api.get<{ data: Fact[] }>(`/v1/reports/${name}/rows?figure=openAtEnd&limit=100&to=${to}${query}`)).body
        .data;
    const found: Record<string, string[]> = {};
    const everything = await list("");
    expect(everything.length).toBe(total.find((one) => one.name === "openAtEnd")?.count);
    for (const { id, figures } of groups) {
      const count = figures.find((one) => one.name === "openAtEnd")?.count ?? 0;
      const rows = id === "" ? everything.filter((row) => row[filter] === null) : await list(`&${filter}=${id}`);
      expect(rows.length, `${name} ${id}`).toBe(count);
      if (count > 0) found[id] = rows.map(({ conversationId }) => conversationId).sort();
    }
    return found;
  };
  return { agents: await of("agents", "agentId"), teams: await of("teams", "teamId") };
}

it("what is open at the end of a time is what the list of conversations held then, per agent and per team [R2]", async () => {
  const team = async (name: string) => (await api.post<{ id: string }>("/v1/teams", { name })).body.id;
  const [sales, care] = [await team("Sales"), await team("Care")];
  const [one, other] = [company.admin.id, company.agent.id];
  const begin = async (from: string, assignedTo?: string, teamId?: string) => {
    const { id } = await converse(api, company, { from });
    await say(api, id, "visitor", { from });
    if (assignedTo || teamId) await api.post(`/v1/conversations/${id}/assign`, { assignedTo, teamId });
    return id;
  };
  const open = async (id: string) => (await api.post(`/v1/conversations/${id}/open`)).status;
  const close = async (id: string) => (await api.post(`/v1/conversations/${id}/close`, { isLead: false })).status;
  const begun = Date.now();
  let steps = 0;
  const moments: { to: string; held: Whose }[] = [];
  const pass = async () => {
    steps += 1;
    // A minute after the last deed, and well before the next.
    moments.push({ to: new Date(Date.now() + (steps - 1) * hour + minute).toISOString(), held: await byHand() });
    shiftClock(steps * hour);
  };
  const plain = await begin("ann", one, sales);
  const waiting = await begin("bob");
  const first = await begin("cid", other, care);
  await pass();
  const until = new Date(begun + 48 * hour).toISOString();
  expect((await api.post(`/v1/conversations/${plain}/snooze`, { until })).status).toBe(200);
  expect(await close(first)).toBe(200);
  await pass();
  const second = await begin("cid", one, sales);
  await api.post(`/v1/conversations/${waiting}/assign`, { assignedTo: other, teamId: care });
  await pass();
  expect(await close(plain)).toBe(200);
  await pass();
  expect(await open(plain)).toBe(200);
  await api.post(`/v1/conversations/${plain}/assign`, { teamId: care });
  await pass();
  expect(await open(first)).toBe(200);
  await pass();
  for (const conversationId of [first, second]) {
    const known = { conversationId, name: "Cid", email: "cid@open.example" };
    await captureContact.execute(systemActor(company.companyId), known);
    await api.post(`/v1/conversations/${conversationId}/confirm-contact`, {});
  }
  const merged = await api.post(`/v1/conversations/${second}/merge`, { loserId: first });
  expect(merged.status, merged.text).toBe(200);
  await pass();
  expect(await close(waiting)).toBe(200);
  await pass();
  const held = moments.map((moment) => moment.held);
  expect(held.map(({ agents }) => Object.values(agents).flat().length)).not.toContain(0);
  expect(new Set(held.map((whose) => JSON.stringify(whose))).size).toBeGreaterThan(5);
  const told = async () => Promise.all(moments.map(({ to }) => reported(to)));
  expect(await told()).toEqual(held);
  await recompute(company.companyId);
  expect(await told()).toEqual(held);
  shiftClock(0);
}, 60_000);
