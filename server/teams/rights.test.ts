import { describe, expect, it } from "vitest";
import type { Actor } from "#server/core/actor.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { asTheyAre, personWith } from "#server/testing/roles.ts";
import { readTeam } from "./listing.ts";
import type { Team } from "./schema.ts";

const company = await openCompany("Acme");
const api = await openApi(company);
const governs = ["clients_read", "clients_write", "chat_talk", "users_read", "users_write"] as const;
const managing = { permissions: [...governs] };

const further = (await api.post<{ id: string }>("/v1/channels", { type: "WEBSITE", label: "Further" })).body.id;

let made = 0;
async function teamOf(...members: Actor[]): Promise<string> {
  made += 1;
  const body = { name: `Team ${made}`, members: members.map(({ id: userId }) => ({ userId })) };
  return (await api.post<Team>("/v1/teams", body)).body.id;
}
const membersOf = async (teamId: string) =>
  (await readTeam.execute(company.admin, { teamId })).members.map(({ userId }) => userId);

const leader = await personWith(company, { ...managing, name: "Leader", readScope: "team" });
const writer = await personWith(company, { ...managing, name: "Writer", readScope: "all", writeScope: "team" });
const desk = await personWith(company, {
  ...{ ...managing, name: "Desk", readScope: "channel", channels: [company.given.channelId ?? ""] },
});
const narrow = { permissions: ["clients_read_assigned", "users_read", "users_write"] } as const;

describe("who reads or writes only what teams or channels have [found S6]", () => {
  const people: [string, Actor, readonly (typeof governs)[number][] | (typeof narrow)["permissions"]][] = [
    ["one who reads what their teams have", leader, governs],
    ["their token that asked for less", leader, narrow.permissions],
    ["one who writes what their teams have", writer, governs],
    ["one who reads a channel", desk, governs],
  ];
  it.each(people)("puts people only into teams they are in: %s", async (_who, person, permissions) => {
    const [own, others] = [await teamOf(person), await teamOf(company.agent)];
    const theirs = await openApi(company, permissions, person);
    const [to, away] = [`/v1/teams/${others}`, `/v1/teams/${own}`];
    const member = { userId: person.id, role: "primary" };
    const answers = [
      await theirs.post(`${to}/members`, member),
      await theirs.put(`${to}/members/${person.id}`, { role: "primary" }),
      await theirs.post(`${to}/members`, { ...member, userId: company.otherAgent.id }),
      await theirs.delete(`${to}/members/${company.agent.id}`),
      await theirs.patch(to, { members: [member] }),
      await theirs.patch(to, { channels: [company.given.channelId] }),
      await theirs.delete(to),
      await theirs.post("/v1/teams", { name: `Mine ${made}`, members: [member] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect(await membersOf(others)).toEqual([company.agent.id]);
    expect((await theirs.post(`${away}/members`, { ...member, userId: company.otherAgent.id })).status).toBe(200);
    expect((await theirs.delete(`${away}/members/${company.otherAgent.id}`)).status).toBe(200);
    expect(await membersOf(own)).toEqual([person.id]);
  });

  it.each(people)("gives its own team no channel beyond its role: %s [sec 8]", async (_who, person, permissions) => {
    const own = await teamOf(person);
    const theirs = await openApi(company, permissions, person);
    const channels = [company.given.channelId, further];
    const give = async (client: typeof api, given: unknown[]) =>
      (await client.patch<Team>(`/v1/teams/${own}`, { channels: given })).status;
    const asDesk = person === desk ? 200 : 403;
    expect(await give(theirs, channels)).toBe(403);
    expect(await give(theirs, channels.slice(0, 1))).toBe(asDesk);
    expect(await give(api, channels)).toBe(200);
    expect((await theirs.patch(`/v1/teams/${own}`, { name: `Ours ${made}`, channels })).status).toBe(200);
    expect(await give(theirs, channels.slice(1))).toBe(200);
    expect(await give(theirs, [])).toBe(200);
  });

  it("governs teams as before where the role reaches everything", async () => {
    const all = await personWith(company, { ...managing, name: "All", readScope: "all" });
    const team = await teamOf(company.agent);
    const theirs = await openApi(company, governs, all);
    expect((await theirs.post(`/v1/teams/${team}/members`, { userId: all.id })).status).toBe(200);
    expect((await theirs.delete(`/v1/teams/${team}/members/${company.agent.id}`)).status).toBe(200);
    const plain = await openApi(company, ["users_write", "clients_read_assigned"]);
    expect((await plain.post(`/v1/teams/${team}/members`, { userId: company.agent.id })).status).toBe(200);
  });
});

describe("people of other teams [found S6]", () => {
  const ways = async (by: Actor, userId: string) => {
    const theirs = await openApi(company, governs, by);
    const one = `/v1/users/${userId}`;
    return [
      (await theirs.patch(one, { name: "Renamed" })).status,
      (await theirs.patch(one, { password: "tea at the harbour" })).status,
      (await theirs.post(`${one}/password-link`)).status,
      (await theirs.delete(one)).status,
    ];
  };

  it("are governed only by who is in all of their teams", async () => {
    const scoped = { permissions: ["clients_read" as const], readScope: "team" as const };
    const lead = await personWith(company, { ...managing, name: "Lead", readScope: "team" });
    const mate = await personWith(company, { ...scoped, name: "Mate" });
    const both = await personWith(company, { ...scoped, name: "Both" });
    const outside = await personWith(company, { ...scoped, name: "Outside" });
    const agent = await company.person("agent", "Agnes Outside");
    await teamOf(lead, mate, both);
    await teamOf(both, outside, agent);
    for (const person of [both, outside, agent]) expect(await ways(lead, person.id)).toEqual([403, 403, 403, 403]);
    expect(await ways(await asTheyAre(lead), mate.id)).toEqual([200, 200, 200, 200]);
    const nobody = await company.person("viewer", "Nora");
    const roleId = mate.roleId;
    await api.patch(`/v1/users/${nobody.id}`, { roleId });
    expect((await ways(lead, nobody.id))[0]).toBe(200);
  });

  it("do not get a role that reads what their teams have from somebody of other teams", async () => {
    const lead = await personWith(company, { ...managing, name: "Giver", readScope: "team" });
    const modest = await personWith(company, { name: "Modest", permissions: ["clients_read"], readScope: "assigned" });
    const wide = await personWith(company, { name: "Wide", permissions: ["clients_read"], readScope: "team" });
    await teamOf(lead);
    await teamOf(modest);
    const theirs = await openApi(company, governs, lead);
    expect((await theirs.patch(`/v1/users/${modest.id}`, { roleId: wide.roleId })).status).toBe(403);
  });

  it("do not get further by a change of the role that they have, from somebody of other teams [W11]", async () => {
    const lead = await personWith(company, { ...managing, name: "Changer", readScope: "team" });
    const scoped = { permissions: ["clients_read" as const], readScope: "assigned" as const };
    const mate = await personWith(company, { ...scoped, name: "Near" });
    const outside = await personWith(company, { ...scoped, name: "Far" });
    await teamOf(lead, mate);
    await teamOf(outside);
    const theirs = await openApi(company, governs, lead);
    const change = async (roleId: string, body: object) => (await theirs.patch(`/v1/roles/${roleId}`, body)).status;
    expect(await change(outside.roleId, { readScope: "team" })).toBe(403);
    expect(await change(outside.roleId, { name: "Farther" })).toBe(200);
    expect((await asTheyAre(outside)).sight).toMatchObject({ read: "assigned", teamIds: [] });
    expect(await change(mate.roleId, { readScope: "team" })).toBe(200);
    await api.patch(`/v1/roles/${outside.roleId}`, { readScope: "team" });
    expect(await change(outside.roleId, { permissions: ["clients_read", "chat_talk"] })).toBe(403);
    expect(await change(outside.roleId, { readScope: "assigned", writeScope: "assigned" })).toBe(200);
  });
});
