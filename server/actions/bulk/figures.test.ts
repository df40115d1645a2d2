import { expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { recompute } from "#server/reports/recomputing.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import type { BulkAnswer } from "./schema.ts";

const company = await openCompany("Figures");
const api = await openApi(company);

const did = async (id: string, ...actions: object[]) =>
  (await api.post<BulkAnswer>("/v1/conversations/bulk", { ids: [id], actions })).body.jobId;
const undo = async (jobId: string) =>
  expect((await api.post<BulkAnswer>(`/v1/jobs/${jobId}/undo`, {})).body).toMatchObject({ done: 1 });
const open = { name: "open" };
const close = { name: "close", input: { isLead: false } };
const phase = (phaseId: string) => ({ name: "phase", input: { phaseId } });

const measured = async (id: string) => {
  const found = async (text: string) => (await systemPool().query(text, [company.companyId, id])).rows;
  const whose = `where "companyId" = $1 and "conversationId" = $2`;
  return [
    ...(await found(`select * from report_facts ${whose} order by "eventId", "metric"`)),
    ...(await found(`select * from report_states ${whose}`)),
  ];
};
const metricsOf = async (id: string) => (await measured(id)).map(({ metric }) => metric);
/** The same as it was, at once and computed anew. */
async function isAsBefore(id: string, before: unknown[]): Promise<void> {
  expect(await measured(id)).toEqual(before);
  await recompute(company.companyId);
  expect(await measured(id)).toEqual(before);
}

const { body: phases } = await api.get<{ id: string; type: string }[]>("/v1/phases");
const ofType = (type: string) => phases.filter((one) => one.type === type).map(({ id }) => id);
const [won = "", lost = ""] = [ofType("success")[0], ofType("lost")[0]];

async function answered(): Promise<string> {
  const { id } = await converse(api, company);
  await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
  await say(api, id, "visitor");
  await say(api, id, "user", { from: company.agent.id });
  return id;
}

it("an opening that is taken back leaves no figure, whatever was taken back within it [R2, W4]", async () => {
  const { body: policy } = await api.post<{ id: string }>("/v1/sla-policies", { name: "Level", resolution: 7200 });
  const id = await answered();
  const closing = await did(id, close);
  const before = await measured(id);
  expect(before.map(({ metric }) => metric)).toContain("sla_met");
  await undo(await did(id, open));
  await isAsBefore(id, before);
  const opening = await did(id, open);
  await undo(await did(id, close));
  await undo(opening);
  await isAsBefore(id, before);
  await undo(closing);
  expect(await metricsOf(id)).not.toContain("resolution");
  await api.post(`/v1/conversations/${id}/close`, { isLead: true });
  await api.post(`/v1/conversations/${id}/open`);
  expect((await metricsOf(id)).filter((one) => one === "reopened")).toHaveLength(1);
  await api.delete(`/v1/sla-policies/${policy.id}`);
});

it("a move that is taken back leaves no deal won or lost, and no loss without its reason [R2, W4]", async () => {
  const id = await answered();
  await api.patch(`/v1/conversations/${id}`, { amount: 1000 });
  const begun = await measured(id);
  await undo(await did(id, phase(won)));
  await isAsBefore(id, begun);
  await api.patch(`/v1/conversations/${id}/phases/${lost}`);
  await api.patch(`/v1/conversations/${id}`, { lostReason: "Price" });
  const before = await measured(id);
  expect(before.filter(({ metric, reason }) => metric === "lost" && reason === "Price")).toHaveLength(1);
  await undo(await did(id, phase(won), phase(phases[1]?.id ?? "")));
  expect(await reread(api, id)).toMatchObject({ phaseId: lost, lostReason: "Price" });
  await isAsBefore(id, before);
  await api.patch(`/v1/conversations/${id}/phases/${won}`);
  expect((await metricsOf(id)).filter((one) => one === "won" || one === "lost")).toHaveLength(2);
});

it("a reason that is corrected once its phase was deleted is that of the loss, and of no other [R2]", async () => {
  const { body: own } = await api.post<{ id: string }>("/v1/phases", { name: "Lost to Lee", type: "lost" });
  const id = await answered();
  const reasons = async () =>
    (await measured(id)).flatMap(({ metric, reason }) => (metric === "lost" ? [reason] : [])).sort();
  const because = (lostReason: string) => api.patch(`/v1/conversations/${id}`, { lostReason });
  const move = (to: string) => api.patch(`/v1/conversations/${id}/phases/${to}`);
  await move(lost);
  await because("Price");
  await move(phases[0]?.id ?? "");
  await move(own.id);
  await because("Delay");
  expect((await api.delete(`/v1/phases/${own.id}?moveTo=${lost}`)).status).toBe(200);
  await because("Quality");
  expect(await reasons()).toEqual(["Price", "Quality"]);
  await recompute(company.companyId);
  expect(await reasons()).toEqual(["Price", "Quality"]);
  await move(phases[0]?.id ?? "");
  await move(lost);
  expect(await reasons()).toEqual(["Price", "Quality", null]);
});
