import { expect, it } from "vitest";
import type { Team } from "#server/teams/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import type { AssignmentPolicy } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);
const [ana, ben] = [company.agent, company.otherAgent];
const { channelId } = company.given;

type Load = { userId: string; limit: number | null };
async function limits() {
  const { people } = (await api.get<{ people: Load[] }>("/v1/workload")).body;
  return [ana, ben].map(({ id }) => people.find(({ userId }) => userId === id)?.limit);
}
const team = async (name: string, more: object) => (await api.post<Team>("/v1/teams", { name, ...more })).body.id;
const policy = async (body: object) =>
  (await api.post<AssignmentPolicy>("/v1/assignment-policies", { onlyAvailable: false, ...body })).body.id;

it("shows how many a person may hold by all policies that give to them: of teams, channels and fallbacks [W6]", async () => {
  expect(await limits()).toEqual([null, null]);
  const ofChannel = await policy({ channelId, perPerson: 4 });
  expect(await limits()).toEqual([4, 4]);
  const sales = await team("Sales", { members: [{ userId: ana.id }] });
  const ofTeam = await policy({ teamId: sales, perPerson: 7 });
  expect(await limits()).toEqual([7, 4]);
  // The channel's people are now those of its team.
  await api.patch(`/v1/teams/${sales}`, { channels: [channelId] });
  expect(await limits()).toEqual([7, null]);
  const night = await team("Night", { members: [{ userId: ben.id }] });
  await api.patch(`/v1/assignment-policies/${ofTeam}`, { fallbackTeamId: night });
  expect(await limits()).toEqual([7, 7]);
  await policy({ teamId: night, perPerson: 2 });
  expect(await limits()).toEqual([7, 2]);
  await api.patch(`/v1/assignment-policies/${ofChannel}`, { perPerson: null });
  expect(await limits()).toEqual([null, 2]);
});
