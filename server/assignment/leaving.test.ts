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
