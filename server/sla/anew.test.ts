import { afterEach, describe, expect, it } from "vitest";
import { hour, minute, shiftClock } from "#server/base/clock.ts";
import type { StoredClock } from "#server/conversations/clocks/schema.ts";
import type { Conversation } from "#server/conversations/schema.ts";
import { systemActor } from "#server/core/actor.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { nextOf, underTerms } from "./clocks.ts";
import { renewClocks } from "./renewing.ts";
import type { SlaPolicyView } from "./schema.ts";
import { tellDueClocks } from "./telling.ts";

const company = await openCompany("Acme", allFurniture);
const api = await openApi(company);
const jobs = systemActor(company.companyId);
const all = "/v1/sla-policies";

let made: string[] = [];
const follow = async () => {
  while ((await renewClocks.execute(jobs, {})).renewed > 0);
};
afterEach(async () => {
  shiftClock(0);
  for (const id of made) await api.delete(`${all}/${id}`);
  await follow();
  made = [];
});

async function promise(policy: Record<string, unknown>): Promise<SlaPolicyView> {
  const { status, body, text } = await api.post<SlaPolicyView>(all, { name: "Level", ...policy });
  expect(status, text).toBe(200);
  made.push(body.id);
  return body;
}

/** A conversation that no bot serves. */
async function begin(): Promise<string> {
  const { id } = await converse(api, company);
  await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  return id;
}

const clocksOf = async (id: string) =>
  (await reread(api, id)).sla?.clocks.map(({ kind, state }) => `${kind} ${state}`) ?? null;
const told = async (id: string) =>
  (await eventsOf(company))
    .filter(({ type, conversationId }) => type.startsWith("sla/") && conversationId === id)
    .map(({ type, data }) => `${type} ${data.clock}`);
const tell = (conversationId: string) => tellDueClocks.execute(jobs, { conversationId });
const found = async (sla: string) =>
  (await api.get<{ data: Conversation[] }>(`/v1/conversations?limit=100&sla=${sla}`)).body.data.map(({ id }) => id);

describe("under another target", () => {
  it("a clock that was over runs again, and is told anew when it is [S2]", async () => {
    const { id: policyId } = await promise({ resolution: 60 });
    const id = await begin();
    shiftClock(2 * minute);
    await tell(id);
    expect(await clocksOf(id)).toEqual(["resolution breached"]);
    await api.patch(`${all}/${policyId}`, { resolution: 600 });
    await follow();
    expect(await clocksOf(id)).toEqual(["resolution running"]);
    expect(await found("breached")).not.toContain(id);
    shiftClock(9 * minute);
    await tell(id);
    shiftClock(11 * minute);
    await tell(id);
    const breached = "sla/breached resolution";
    expect(await told(id)).toEqual([breached, "sla/warning resolution", breached]);
    await api.patch(`${all}/${policyId}`, { resolution: 300 });
    await follow();
    await tell(id);
    expect(await clocksOf(id)).toEqual(["resolution breached"]);
    expect(await told(id)).toHaveLength(3);
  });

  it("of another service level likewise [S2]", async () => {
    await promise({ name: "Urgent", resolution: 60, conditions: { priority: ["urgent"] } });
    await promise({ name: "Others", resolution: 86_400 });
    const id = await begin();
    await api.patch(`/v1/conversations/${id}`, { priority: "urgent" });
    shiftClock(2 * minute);
    await tell(id);
    expect(await clocksOf(id)).toEqual(["resolution breached"]);
    await api.patch(`/v1/conversations/${id}`, { priority: "low" });
    expect(await clocksOf(id)).toEqual(["resolution running"]);
  });

  it("keeps what was told as long as that is so [S2]", () => {
    const clock: StoredClock = {
      ...{ kind: "resolution", target: 100, startedAt: "2026-01-01T00:00:00.000Z", spent: 0 },
      ...{ since: "2026-01-01T00:00:00.000Z", dueAt: "2026-01-01T00:01:40.000Z", warnAt: "2026-01-01T00:01:20.000Z" },
      ...{ warned: true, breached: true },
    };
    const at = new Date("2026-01-01T00:02:00.000Z");
    const anew = (resolution: number) => {
      const targets = { first_response: null, next_response: null, resolution };
      const clocks = underTerms({ targets, opening: null, pausesForVisitor: false }, [clock], at);
      return [clocks[0]?.warned, clocks[0]?.breached, nextOf(clocks)?.toISOString() ?? null];
    };
    expect(anew(90)).toEqual([true, true, null]);
    expect(anew(140)).toEqual([true, false, "2026-01-01T00:02:20.000Z"]);
    expect(anew(1000)).toEqual([false, false, "2026-01-01T00:13:20.000Z"]);
  });
});

it("a clock that is over stays so since when it was, under another name and after it stood still [S3]", async () => {
  const { id: policyId } = await promise({ resolution: 60 });
  const id = await begin();
  shiftClock(2 * minute);
  await tell(id);
  const due = (await reread(api, id)).slaDueAt;
  expect(due).not.toBeNull();
  for (const [later, name] of [[5, "Once"] as const, [6, "Twice"] as const]) {
    shiftClock(later * minute);
    await api.patch(`${all}/${policyId}`, { name });
    await follow();
    expect(await reread(api, id)).toMatchObject({ slaDueAt: due, sla: { policyName: name } });
  }
  await api.post(`/v1/conversations/${id}/snooze`, { until: new Date(Date.now() + 24 * hour).toISOString() });
  expect((await reread(api, id)).slaDueAt).toBeNull();
  shiftClock(9 * minute);
  await api.delete(`/v1/conversations/${id}/snooze`);
  expect((await reread(api, id)).slaDueAt).toBe(due);
});

it("a clock that is over is found also while it stands still [S3]", async () => {
  await promise({ resolution: 60, pausesForVisitor: true });
  const id = await begin();
  await say(api, id, "visitor");
  shiftClock(2 * minute);
  await tell(id);
  expect(await found("breached")).toContain(id);
  await say(api, id, "user", { from: company.agent.id });
  const quiet = await reread(api, id);
  expect([quiet.slaDueAt, quiet.sla?.clocks.map(({ state }) => state)]).toEqual([null, ["breached"]]);
  expect(await found("breached")).toContain(id);
  expect(await found("none")).not.toContain(id);
  expect(await found("running")).not.toContain(id);
  await api.post(`/v1/conversations/${id}/snooze`, { until: new Date(Date.now() + 24 * hour).toISOString() });
  expect(await found("breached")).toContain(id);
  await api.post(`/v1/conversations/${id}/close`, { isLead: false });
  expect([await found("breached"), await found("none")].map((ids) => ids.includes(id))).toEqual([false, true]);
});

it("responses are awaited of people where the bot has been taken from the channel [S2]", async () => {
  await promise({ firstResponse: 600 });
  const { id } = await converse(api, company);
  await say(api, id, "visitor");
  await say(api, id, "robot");
  const channels = async (given: string[]) =>
    expect((await api.put(`/v1/chatbots/${company.given.chatbotId}/channels`, { channels: given })).status).toBe(200);
  await channels([]);
  await say(api, id, "visitor");
  expect(await clocksOf(id)).toEqual(["first_response running"]);
  await channels([company.given.channelId ?? ""]);
  const { id: other } = await converse(api, company, { from: "served" });
  await say(api, other, "visitor");
  expect(await clocksOf(other)).toEqual([]);
});
