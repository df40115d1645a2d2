import { expect, it } from "vitest";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { askNow } from "#server/csat/asking.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, say } from "#server/testing/talking.ts";
import { recompute } from "./recomputing.ts";
import type { Fact, Report } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);
await api.patch("/v1/csat-settings", { enabled: true, delayMinutes: 0, everyDays: 0 });

const system = systemActor(company.companyId);
const close = (id: string) => api.post(`/v1/conversations/${id}/close`, { isLead: false });
const ask = (conversationId: string) => askNow.execute(system, { conversationId });

async function rated(from: string, answer?: string): Promise<{ id: string }> {
  const { id } = await converse(api, company, { from, visitorName: from });
  await say(api, id, "user", { from: company.agent.id });
  await close(id);
  await ask(id);
  if (answer) await say(api, id, "visitor", { from, body: answer });
  return { id };
}

const read = async (query = "") => (await api.get<Report>(`/v1/reports/satisfaction${query}`)).body;
const numberIn = (figures: Report["total"], wanted: string) => figures.find(({ name }) => name === wanted)?.value;

it("adds up what was asked and answered, each figure as long as its list, and the same anew [C2]", async () => {
  await rated("ann", "5");
  await rated("ben", "4 - quick");
  await rated("cid", "1, nobody called");
  await rated("dan");
  const { total, groups } = await read();
  expect(Object.fromEntries(total.map(({ name, value }) => [name, value]))).toEqual({
    ...{ csatScore: 10 / 3, csatGood: 2 / 3, csatRate: 3 / 4, csatAsked: 4, csatRatings: 3, csatComments: 2 },
  });
  expect(groups).toMatchObject([{ by: "agent", id: company.agent.id, name: "Abe Agent" }]);
  expect((await read("?by=channel")).groups).toMatchObject([{ by: "channel", id: company.given.channelId }]);
  expect((await read("?by=team")).groups).toMatchObject([{ by: "team", id: "" }]);
  for (const { name, count } of total) {
    type Rows = { pagination: { total: number }; data: Fact[] };
    const { body } = await api.get<Rows>(`/v1/reports/satisfaction/rows?figure=${name}&limit=100`);
    expect([name, body.pagination.total, body.data.length]).toEqual([name, count, count]);
    if (name === "csatComments")
      expect(body.data.map(({ comment, value }) => [comment, value])).toEqual([
        ["nobody called", 1],
        ["quick", 4],
      ]);
  }
  expect(numberIn((await read(`?agentId=${company.otherAgent.id}`)).total, "csatRatings")).toBe(0);
  await recompute(company.companyId);
  expect((await read()).total).toEqual(total);
});

type Rows = { data: Fact[] };
const commentsIn = async (conversationId: string) => {
  const { body } = await api.get<Rows>("/v1/reports/satisfaction/rows?figure=csatRatings&limit=100");
  return body.data.filter((one) => one.conversationId === conversationId).map(({ value, comment }) => [value, comment]);
};

it("shows with a rating what was said about it, not about an earlier one, also once it is merged away [C2]", async () => {
  const { id } = await rated("eve", "2, the agent was rude");
  await api.post(`/v1/conversations/${id}/open`);
  await say(api, id, "user", { from: company.agent.id });
  await close(id);
  await ask(id);
  await say(api, id, "visitor", { from: "eve", body: "5" });
  const said = [
    [5, ""],
    [2, "the agent was rude"],
  ];
  expect(await commentsIn(id)).toEqual(said);
  const winner = (await converse(api, company, { from: "eve" })).id;
  for (const conversationId of [id, winner]) {
    await captureContact.execute(system, { conversationId, name: "Eve", email: "eve@merging.example" });
    await api.post(`/v1/conversations/${conversationId}/confirm-contact`, {});
  }
  const merged = await api.post(`/v1/conversations/${winner}/merge`, { loserId: id });
  expect(merged.status, merged.text).toBe(200);
  expect(await commentsIn(id)).toEqual(said);
});
