import { expect, it } from "vitest";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import type { Team } from "#server/teams/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import { drainQueues, givingOut } from "./draining.ts";

const company = await openCompany();
const api = await openApi(company);
const ana = company.agent;

type Workload = { people: { userId: string; open: number }[]; teams: { teamId: string; waiting: number }[] };
const workload = async () => (await api.get<Workload>("/v1/workload")).body;
const drain = () => drainQueues.execute(systemActor(company.companyId), {});

it.each([
  ["gives to somebody else", "balanced", ana.id],
  ["gives back to the queue of a policy by hand", "manual", ""],
])("%s what visitors wait for with who was deactivated, and nothing else [W6]", async (_what, method, assignedTo) => {
  const gone = await company.person("agent", "Gone");
  const members = [{ userId: ana.id }, { userId: gone.id }];
  const { id: teamId } = (await api.post<Team>("/v1/teams", { name: `Team ${method}`, members })).body;
  await api.post("/v1/assignment-policies", { teamId, method, onlyAvailable: false });
  const [waits, answered] = [(await converse(api, company)).id, (await converse(api, company)).id];
  for (const id of [waits, answered]) await api.post(`/v1/conversations/${id}/assign`, { teamId, assignedTo: gone.id });
  await say(api, waits, "visitor");
  await drain();
  expect((await reread(api, waits)).assignedTo).toBe(gone.id);
  expect((await api.delete(`/v1/users/${gone.id}`)).status).toBe(200);
  const { people, teams } = await workload();
  expect(people.find(({ userId }) => userId === gone.id)?.open).toBe(2);
  expect(teams.find((team) => team.teamId === teamId)?.waiting).toBe(1);
  const { rows } = await systemPool().query<{ companyId: string }>(givingOut);
  expect(rows.map(({ companyId }) => companyId)).toContain(company.companyId);
  await drain();
  expect([(await reread(api, waits)).assignedTo, (await reread(api, answered)).assignedTo]).toEqual([
    assignedTo,
    gone.id,
  ]);
  const told = (await transcript(api, waits)).flatMap(({ command }) => (command ? [command] : []));
  expect(told.find(({ name }) => name === "unassigned")?.data).toMatchObject({ reason: "inactive" });
  await api.delete(`/v1/teams/${teamId}`);
});

it("gives to somebody else what visitors wait for with who only reads by now, and shows meanwhile that it waits [W6]", async () => {
  const reader = await company.person("agent", "Reader");
  const members = [{ userId: ana.id }, { userId: reader.id }];
  const { id: teamId } = (await api.post<Team>("/v1/teams", { name: "Readers", members })).body;
  await api.post("/v1/assignment-policies", { teamId, method: "balanced", onlyAvailable: false });
  const { id } = await converse(api, company);
  await api.post(`/v1/conversations/${id}/assign`, { teamId, assignedTo: reader.id });
  await say(api, id, "visitor");
  await drain();
  expect((await reread(api, id)).assignedTo).toBe(reader.id);
  expect((await api.patch(`/v1/users/${reader.id}`, { role: "viewer" })).status).toBe(200);
  const { people, teams } = await workload();
  expect(people.find(({ userId }) => userId === reader.id)?.open).toBe(1);
  expect(teams.find((team) => team.teamId === teamId)?.waiting).toBe(1);
  const { rows } = await systemPool().query<{ companyId: string }>(givingOut);
  expect(rows.map(({ companyId }) => companyId)).toContain(company.companyId);
  await drain();
  expect((await reread(api, id)).assignedTo).toBe(ana.id);
  const told = (await transcript(api, id)).flatMap(({ command }) => (command ? [command] : []));
  expect(told.find(({ name }) => name === "unassigned")?.data).toMatchObject({ reason: "inactive" });
  await api.delete(`/v1/teams/${teamId}`);
});

it("takes back from who is away only what the visitor has written to since it is theirs, whatever else happens in it [W6]", async () => {
  const ben = company.otherAgent;
  const members = [{ userId: ana.id }, { userId: ben.id }];
  const { id: teamId } = (await api.post<Team>("/v1/teams", { name: "Away", members })).body;
  const policy = { teamId, method: "manual", onlyAvailable: true, awayHandsBack: true };
  expect((await api.post("/v1/assignment-policies", policy)).status).toBe(200);
  const mine = await openApi(company, ["chat_talk"], ana);
  const be = (availability: string) => mine.put("/v1/users/me/availability", { availability });
  const holder = async (id: string) => (await reread(api, id)).assignedTo;
  const asking = async () => {
    const { id } = await converse(api, company);
    await api.post(`/v1/conversations/${id}/assign`, { teamId });
    await say(api, id, "visitor");
    return id;
  };
  const [before, given] = [await asking(), await asking()];
  await api.post(`/v1/conversations/${before}/assign`, { assignedTo: ana.id });
  await be("away");
  await api.post(`/v1/conversations/${before}/snooze`, { until: "2999-01-01T00:00:00Z" });
  await api.delete(`/v1/conversations/${before}/snooze`);
  await say(api, given, "visitor", { body: "Nobody there?" });
  await api.post(`/v1/conversations/${given}/assign`, { assignedTo: ana.id });
  await drain();
  expect([await holder(before), await holder(given)]).toEqual([ana.id, ana.id]);
  for (const id of [before, given]) await say(api, id, "visitor", { body: "Hello?" });
  await drain();
  expect([await holder(before), await holder(given)]).toEqual(["", ""]);
  await be("available");
  await api.delete(`/v1/teams/${teamId}`);
});
