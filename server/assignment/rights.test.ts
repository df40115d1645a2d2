import { expect, it } from "vitest";
import type { Team } from "#server/teams/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { personWith } from "#server/testing/roles.ts";
import type { AssignmentPolicy } from "./schema.ts";

const company = await openCompany("Acme", ["talk", "whatsapp"]);
const api = await openApi(company);
const governs = ["clients_read", "clients_write", "chat_talk", "users_read", "users_write"] as const;
const { channelId = "", whatsappChannelId: elsewhere = "" } = company.given;
const path = "/v1/assignment-policies";

const leader = await personWith(company, { name: "Leader", permissions: [...governs], readScope: "team" });
const desk = await personWith(company, {
  ...{ name: "Desk", permissions: [...governs], readScope: "channel", channels: [channelId] },
});
const all = await personWith(company, { name: "All", permissions: [...governs] });

const teamOf = async (name: string, userId: string) =>
  (await api.post<Team>("/v1/teams", { name, members: [{ userId }] })).body.id;
const own = await teamOf("Own", leader.id);
const others = await teamOf("Others", company.agent.id);

it("people whose role ends somewhere change policies of their own teams and channels only [W11]", async () => {
  const ways = async (person: typeof leader, policy: object) => {
    const theirs = await openApi(company, governs, person);
    const made = await theirs.post<AssignmentPolicy>(path, policy);
    const { id } = made.status === 200 ? made.body : (await api.post<AssignmentPolicy>(path, policy)).body;
    const changed = await theirs.patch(`${path}/${id}`, { perPerson: 2 });
    const gone = await theirs.delete(`${path}/${id}`);
    if (gone.status !== 200) expect((await api.delete(`${path}/${id}`)).status).toBe(200);
    return [made.status, changed.status, gone.status];
  };
  const [may, mayNot] = [
    [200, 200, 200],
    [403, 403, 403],
  ];
  expect(await ways(leader, { teamId: own })).toEqual(may);
  for (const policy of [{ teamId: others }, { channelId }]) expect(await ways(leader, policy)).toEqual(mayNot);
  expect(await ways(desk, { channelId })).toEqual(may);
  for (const policy of [{ channelId: elsewhere }, { teamId: own }]) expect(await ways(desk, policy)).toEqual(mayNot);
  for (const policy of [{ teamId: others }, { channelId }]) expect(await ways(all, policy)).toEqual(may);
});

it("the policy of a channel ends with it [W6]", async () => {
  const { id } = (await api.post<AssignmentPolicy>(path, { channelId: elsewhere })).body;
  const listed = async () => (await api.get<AssignmentPolicy[]>(path)).body.map((one) => one.id);
  expect(await listed()).toContain(id);
  expect((await api.delete(`/v1/channels/${elsewhere}?force=true`)).status).toBe(200);
  expect(await listed()).not.toContain(id);
  for (const answer of [
    await api.get(`${path}/${id}`),
    await api.patch(`${path}/${id}`, { perPerson: 3 }),
    await api.delete(`${path}/${id}`),
  ])
    expect(answer.status).toBe(404);
});
