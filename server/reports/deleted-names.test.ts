import { expect, it } from "vitest";
import { systemActor } from "#server/core/actor.ts";
import { renewClocks } from "#server/sla/renewing.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import type { Report } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

async function needed(): Promise<string> {
  const { id } = await converse(api, company);
  await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  await say(api, id, "visitor");
  return id;
}
const answer = (id: string) => say(api, id, "user", { from: company.agent.id });
const nameIn = async (report: string, wanted: string) =>
  (await api.get<Report>(`/v1/reports/${report}`)).body.groups.find(({ id }) => id === wanted)?.name;
const follow = async () => {
  while ((await renewClocks.execute(systemActor(company.companyId), {})).renewed > 0);
};

it("a service level keeps its name in reports once nothing runs by it, and applies to nothing more [S2]", async () => {
  const { id: policyId } = (await api.post<{ id: string }>("/v1/sla-policies", { name: "Gold", firstResponse: 3600 }))
    .body;
  await answer(await needed());
  const waiting = await needed();
  expect((await reread(api, waiting)).sla).not.toBeNull();
  expect((await api.delete(`/v1/sla-policies/${policyId}`)).status).toBe(200);
  await follow();
  await follow();
  expect(await nameIn("sla", policyId)).toBe("Gold");
  expect((await reread(api, waiting)).sla).toBeNull();
  expect((await api.get(`/v1/sla-policies/${policyId}`)).status).toBe(404);
  expect((await api.get<unknown[]>("/v1/sla-policies")).body).toEqual([]);
});

it("a team keeps the name that it had last [W6]", async () => {
  const { id: teamId } = (await api.post<{ id: string }>("/v1/teams", { name: "Night shift", color: "#336699" })).body;
  const id = await needed();
  await api.post(`/v1/conversations/${id}/assign`, { teamId });
  await answer(id);
  await api.patch(`/v1/teams/${teamId}`, { name: "Late shift" });
  expect(await nameIn("teams", teamId)).toBe("Late shift");
  expect((await api.delete(`/v1/teams/${teamId}`)).status).toBe(200);
  expect(await nameIn("teams", teamId)).toBe("Late shift");
});
