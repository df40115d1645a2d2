import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import { saveSettings } from "#server/chatbots/configuration/settings.ts";
import { nudgeVisitor } from "#server/chatbots/turn/nudging.ts";
import { updateCompany } from "#server/companies/editing.ts";
import { env } from "#server/config/env.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { closeJobPool, openJobPool } from "#server/kit/jobs/adding.ts";
import { botRuns, said } from "#server/testing/bot.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { reread } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { replyHeld } from "./holding.ts";
import { removeScheduled } from "./scheduling.ts";
import { sendDue } from "./sending.ts";

const company = await openCompany();
const api = await openApi(company, ["chat_talk", "clients_read"]);
const system = systemActor(company.companyId);

beforeAll(async () => {
  await prepareJobs(env.databaseUrl ?? "");
  openJobPool(env.databaseUrl ?? "");
  await updateCompany.execute(company.admin, { settings: { undoSendSeconds: 30 } });
});
afterAll(closeJobPool);
afterEach(() => shiftClock(0));

/** A visitor whom the bot has asked something, and whom a person then answers; the visitor writes within the seconds. */
async function interrupted() {
  const visitor = await visitorOn(company.given.channelId ?? "");
  const id = await visitor.begin("I need a quote");
  await botRuns(company.companyId, id);
  const reply = { conversationId: id, type: "text/plain" as const, body: "I am here" };
  const { held } = await replyHeld.execute(company.admin, reply);
  const before = await said(id);
  await visitor.post(`/conversations/${id}/messages`, { body: "my name is Ana" });
  await botRuns(company.companyId, id);
  return { id, scheduledId: held?.id ?? "", before };
}

const tries = async (conversationId: string) =>
  (
    await systemPool().query(
      `select 1 from graphile_worker._private_jobs where payload->>'conversationId' = $1 and run_at > now()`,
      [conversationId],
    )
  ).rows.length;

describe("a bot whose conversation a person has just answered", () => {
  it("says nothing and assigns nobody while the reply can still be undone, and looks again soon [W8]", async () => {
    const { id, before } = await interrupted();
    expect(await said(id)).toEqual([...before, "visitor: my name is Ana"]);
    expect(await reread(api, id)).toMatchObject({ chatbotState: "ON", assignedTo: "" });
    // Once for each message, however often it was tried.
    expect(await tries(id)).toBe(2);
  });

  it("asks nobody whether they are still there [W8]", async () => {
    const { chatbotId = "", channelId = "" } = company.given;
    await saveSettings.execute(company.admin, { chatbotId, settings: { are_you_there: { send_after: 10 } } });
    const id = await (await visitorOn(channelId)).begin("I need a quote");
    await botRuns(company.companyId, id);
    const { held } = await replyHeld.execute(company.admin, { conversationId: id, type: "text/plain", body: "Here" });
    shiftClock(minute);
    expect(await nudgeVisitor.execute(system, { conversationId: id })).toEqual({ nudged: false });
    await removeScheduled.execute(company.admin, { conversationId: id, scheduledId: held?.id ?? "" });
    expect(await nudgeVisitor.execute(system, { conversationId: id })).toEqual({ nudged: true });
  });

  it("answers what the visitor wrote meanwhile once the reply was undone [W8]", async () => {
    const { id, scheduledId, before } = await interrupted();
    await removeScheduled.execute(company.admin, { conversationId: id, scheduledId });
    await botRuns(company.companyId, id);
    const after = (await said(id)).slice(before.length);
    expect(after).toEqual(["visitor: my name is Ana", expect.stringMatching(/^robot: /)]);
  });

  it("has been taken over by the one who replied once the reply has left [F5, F6, W8]", async () => {
    const { id, before } = await interrupted();
    shiftClock(minute);
    await sendDue(system);
    await botRuns(company.companyId, id);
    expect((await said(id)).slice(before.length)).toEqual(["visitor: my name is Ana", "user: I am here"]);
    expect(await reread(api, id)).toMatchObject({ chatbotState: "OFF", assignedTo: company.admin.id });
  });
});
