import { expect, it } from "vitest";
import { inCompany } from "#server/db/pool.ts";
import { takersAt } from "#server/roles/holding.sql.ts";
import type { Team } from "#server/teams/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";
import { converse } from "#server/testing/talking.ts";
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

it("gives what comes in at a channel to nobody whose role ends at others or at its teams [W6] [W11]", async () => {
  const [here, there] = await Promise.all(
    ["Here", "There"].map((label) => api.post<{ id: string }>("/v1/channels", { type: "WEBSITE", label })),
  );
  const permissions = ["clients_read", "chat_talk"];
  const at = (channel = "") => ({ permissions, readScope: "channel" as const, channels: [channel] });
  const own = await personWith(company, { name: "Own", ...at(here?.body.id) });
  const others = await personWith(company, { name: "Others", ...at(there?.body.id) });
  const ofTeam = await personWith(company, { name: "Of a team", permissions, readScope: "team" });
  const given = await personWith(company, { name: "Given", permissions, readScope: "assigned" });
  const id = (await converse(api, company, { channelId: here?.body.id })).id;
  await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  type Plan = { assigned: { eligible: { userId: string }[] }[] };
  const draft = { channelId: here?.body.id, onlyAvailable: false };
  const { assigned } = (await api.post<Plan>("/v1/assignment-policies/dry-run", draft)).body;
  const eligible = assigned.flatMap((one) => one.eligible.map(({ userId }) => userId));
  expect([own, others, ofTeam, given, ana].map((one) => eligible.includes(one.id))).toEqual([
    ...[true, false, false, true, true],
  ]);
  const takers = await inCompany(company.companyId, () => takersAt(company.companyId, here?.body.id ?? ""));
  expect([own, others, ofTeam, given, ana].map((one) => takers.has(one.id))).toEqual([true, false, false, true, true]);
});

it("gives nothing of a channel to the whole company because its team has no members yet [W6]", async () => {
  const own = (await api.post<{ id: string }>("/v1/channels", { type: "WEBSITE", label: "Empty" })).body.id;
  const id = (await converse(api, company, { channelId: own })).id;
  await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  const draft = { channelId: own, onlyAvailable: false, perPerson: 9 };
  type Plan = { assigned: unknown[]; waiting: number };
  const planned = async () => {
    const { assigned, waiting } = (await api.post<Plan>("/v1/assignment-policies/dry-run", draft)).body;
    return [assigned.length, waiting];
  };
  expect(await planned()).toEqual([1, 0]);
  const before = await limits();
  const empty = await team("Empty", { members: [], channels: [own] });
  await policy(draft);
  expect([await planned(), await limits()]).toEqual([[0, 1], before]);
  await api.delete(`/v1/teams/${empty}`);
  expect(await planned()).toEqual([1, 0]);
});
