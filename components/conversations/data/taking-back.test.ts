import { expect, it } from "vitest";
import { failureOf } from "#components/live/api.ts";
import { isRecord } from "#components/live/records.ts";
import { type Api, clientOf } from "#components/live/trpc/client.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { callerFor } from "#server/testing/screens/screens.ts";
import { converse, reread, say } from "#server/testing/talking.ts";
import { actReversibly } from "./taking-back.ts";

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
