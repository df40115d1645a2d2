import { expect, it } from "vitest";
import { failureOf } from "#components/live/api.ts";
import { isRecord } from "#components/live/records.ts";
import { type Api, clientOf } from "#components/live/trpc/client.ts";
import type { BulkAnswer } from "#server/actions/bulk/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { callerFor } from "#server/testing/screens/screens.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { actReversibly, leftIn } from "./taking-back.ts";

const company = await openCompany("Acme", ["talk"]);
const api = await openApi(company);
const call = callerFor(company.admin);
const screens: Api = clientOf(({ path, input }) => call(path, isRecord(input) ? input : {}));

const begun = async () => {
  const { id } = await converse(api, company);
  await say(api, id, "visitor");
  return id;
};
const close = (id: string, isLead = false) => actReversibly(screens, id, { name: "close", input: { isLead } });
const failureIn = (work: () => Promise<unknown>) => work().then(() => undefined, failureOf);

it("gives a visitor who waited back, with all marks, once a closing is taken back [W4]", async () => {
  const id = await begun();
  const before = await reread(api, id);
  expect(before.waitingSince).not.toBeNull();
  const undo = await close(id, true);
  expect(await reread(api, id)).toMatchObject({ status: "CLOSED", isLead: true, waitingSince: null });
  await undo();
  const { status, waitingSince, isLead, tags } = before;
  expect(await reread(api, id)).toMatchObject({ status, waitingSince, isLead, tags });
});

it("refuses in the words of the conversation's own route, and says where it was changed since [W4]", async () => {
  const id = await begun();
  const undo = await close(id);
  await close(id, true);
  expect(await failureIn(undo)).toMatchObject({ code: "conflict", passing: false });
  await api.delete(`/v1/conversations/${id}`);
  expect(await failureIn(() => close(id))).toMatchObject({ code: "not_found", passing: false });
});

it("gives back since when it was in its phase, and why it was lost, once a move is taken back [W4]", async () => {
  const id = await begun();
  await api.patch(`/v1/conversations/${id}`, { lostReason: "Price" });
  const { phaseId, phaseChangedAt, lostReason } = await reread(api, id);
  const undo = await actReversibly(screens, id, {
    name: "phase",
    input: { phaseId: company.given.emptyPhaseId ?? "" },
  });
  expect((await reread(api, id)).lostReason).toBe("");
  await undo();
  expect(await reread(api, id)).toMatchObject({ phaseId, phaseChangedAt, lostReason });
});

it("leaves it with whom a colleague gave it to since, once its team is taken back [W6]", async () => {
  const id = await begun();
  const team = await api.post<{ id: string }>("/v1/teams", { name: "Parcels" });
  const input = { teamId: team.body.id };
  const undo = await actReversibly(screens, id, { name: "assign_team", input });
  const assignedTo = company.supervisor.userId ?? "";
  await api.post(`/v1/conversations/${id}/assign`, { assignedTo });
  await undo();
  expect(await reread(api, id)).toMatchObject({ teamId: "", assignedTo });
});

it("counts the conversations in which an undo left what somebody has changed since [W4]", async () => {
  const post = async (path: string, body: object) => (await api.post<BulkAnswer>(path, body)).body;
  const [one, two] = [await begun(), await begun()];
  const urgent = { name: "priority", input: { priority: "urgent" } };
  const actions = [urgent, { name: "tag_add", input: { tag: "late" } }];
  const first = await post("/v1/conversations/bulk", { ids: [one, two], actions });
  await api.patch(`/v1/conversations/${two}`, { priority: "low" });
  const undone = await post(`/v1/jobs/${first.jobId}/undo`, {});
  // The tag is gone from both, so both count as done.
  expect([undone.done, leftIn(undone)]).toEqual([2, 1]);
  const again = await post("/v1/conversations/bulk", { ids: [one, two], actions: [urgent] });
  expect(leftIn(await post(`/v1/jobs/${again.jobId}/undo`, {}))).toBe(0);
});
