import { afterEach, expect, it } from "vitest";
import { minute, second, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { renewClocks } from "#server/sla/renewing.ts";
import { tellDueClocks } from "#server/sla/telling.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";

const company = await openCompany("Merged promises");
const api = await openApi(company);
const system = systemActor(company.companyId);

const made: string[] = [];
afterEach(async () => {
  shiftClock(0);
  for (const id of made.splice(0)) await api.delete(`/v1/sla-policies/${id}`);
  while ((await renewClocks.execute(system, {})).renewed > 0);
});
async function promise(policy: object): Promise<void> {
  made.push((await api.post<{ id: string }>("/v1/sla-policies", { name: "Level", ...policy })).body.id);
}

/** Two conversations of one visitor, without a bot, the first of which goes on; in the other one the visitor waits. */
async function two(phaseId?: string): Promise<[string, string]> {
  const from = newId();
  const ids: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { id: conversationId } = await converse(api, company, { from });
    await captureContact.execute(system, { conversationId, name: "Mo", email: `${from}@merging.example` });
    await api.post(`/v1/conversations/${conversationId}/confirm-contact`, {});
    await api.patch(`/v1/conversations/${conversationId}/chatbot-state`, { chatbotState: "OFF" });
    ids.push(conversationId);
  }
  const [winner = "", loser = ""] = ids;
  if (phaseId) await api.patch(`/v1/conversations/${loser}/phases/${phaseId}`);
  await say(api, loser, "visitor", { from });
  return [winner, loser];
}
const merge = async (id: string, loserId: string) =>
  expect((await api.post(`/v1/conversations/${id}/merge`, { loserId })).status).toBe(200);
const told = async (id: string) =>
  (await eventsOf(company))
    .filter(({ type, conversationId }) => type.startsWith("sla/") && conversationId === id)
    .map(({ type }) => type);

it("who waited goes on waiting by the same clock, and what was told is not told again [W9, S2]", async () => {
  await promise({ firstResponse: 60 });
  const [winner, loser] = await two();
  const { slaDueAt, sla } = await reread(api, loser);
  shiftClock(50 * second);
  await tellDueClocks.execute(system, { conversationId: loser });
  await merge(winner, loser);
  const { startedAt } = sla?.clocks[0] ?? {};
  expect(await reread(api, winner)).toMatchObject({ slaDueAt, sla: { clocks: [{ startedAt, state: "running" }] } });
  expect((await reread(api, loser)).sla).toBeNull();
  shiftClock(70 * second);
  await say(api, winner, "user", { from: company.agent.id });
  expect(await told(winner)).toEqual(["sla/breached"]);
});

it("who waited under another level, or for another answer, has waited since then [W9, S2]", async () => {
  const phaseId = company.given.emptyPhaseId ?? "";
  await promise({ name: "Phase", nextResponse: 1800, firstResponse: 3600, conditions: { phase: [phaseId] } });
  await promise({ name: "Others", firstResponse: 60, nextResponse: 60 });
  for (const answered of [false, true]) {
    shiftClock(0);
    const [winner, loser] = await two(phaseId);
    if (answered) await say(api, winner, "user", { from: company.agent.id });
    const { waitingSince, sla: ofLoser } = await reread(api, loser);
    expect(ofLoser?.policyName).toBe("Phase");
    shiftClock(2 * minute);
    await merge(winner, loser);
    const { sla } = await reread(api, winner);
    expect(sla).toMatchObject({ policyName: "Others", clocks: [{ startedAt: waitingSince }] });
    await say(api, winner, "user", { from: company.agent.id });
    expect(await told(winner)).toEqual(["sla/breached"]);
  }
});
