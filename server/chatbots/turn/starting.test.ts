import { expect, it } from "vitest";
import { runActions } from "#server/actions/running.ts";
import { inTransaction } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { botRuns, said } from "#server/testing/bot.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { saveQuestionList } from "../configuration/question-list.ts";
import { saveSettings } from "../configuration/settings.ts";
import { updateChatbot } from "../managing.ts";

const company = await openCompany("Starting");
const api = await openApi(company);
const chatbotId = company.given.chatbotId ?? "";

const nodes = [
  { internal_name: "reason", text: ["How can we help?"], slot_id: "reason" },
  { internal_name: "pricing", text: ["Our prices start at 9."], response_type: "NONE" },
  { internal_name: "seats", text: ["How many seats?"], slot_id: "seats" },
  { internal_name: "end", text: ["Thank you."], response_type: "NONE" },
];
await saveQuestionList.execute(company.admin, { chatbotId, nodes: nodes as never });

const start = (id: string, step = "pricing", actor = company.admin) =>
  inTransaction(company.companyId, () => runActions(actor, id, [{ name: "start_flow_at", input: { step } }]));

/** A conversation that a person has taken over. */
async function taken() {
  const visitor = await visitorOn(company.given.channelId ?? "");
  const id = await visitor.begin("hello");
  await botRuns(company.companyId, id);
  await say(api, id, "user", { body: "I am here" });
  return { visitor, id };
}
const hears = async ({ visitor, id }: Awaited<ReturnType<typeof taken>>, body: string) => {
  await visitor.post(`/conversations/${id}/messages`, { body, clientMessageId: crypto.randomUUID() });
  await botRuns(company.companyId, id);
};

it("switches the bot on and goes on from the step, whose question the visitor's next message answers [W1]", async () => {
  const talk = await taken();
  await hears(talk, "And the price?");
  expect((await said(talk.id)).at(-1)).toBe("visitor: And the price?");
  expect(await start(talk.id)).toMatchObject([{ name: "start_flow_at", outcome: "done" }]);
  expect((await said(talk.id)).slice(-2)).toEqual(["robot: Our prices start at 9.", "robot: How many seats?"]);
  expect(lines(await transcript(api, talk.id))).toContain("/bot_resumed");
  expect((await reread(api, talk.id)).chatbotState).toBe("ON");
  // What was written before counts as dealt with: the bot does not answer it now.
  await botRuns(company.companyId, talk.id);
  expect((await said(talk.id)).at(-1)).toBe("robot: How many seats?");
  await hears(talk, "12");
  expect((await said(talk.id)).slice(-2)).toEqual(["visitor: 12", "robot: Thank you."]);
});

it("starts at the same step again, and passes what is known already [W1]", async () => {
  const talk = await taken();
  await start(talk.id);
  await hears(talk, "3");
  await start(talk.id);
  expect((await said(talk.id)).slice(-2)).toEqual(["robot: Our prices start at 9.", "robot: Thank you."]);
});

it("puts the bot's own tags where it begins with the step [H3]", async () => {
  await saveSettings.execute(company.admin, { chatbotId, settings: { tags: ["from-bot"] } });
  const { id } = await converse(api, company);
  await start(id);
  expect((await reread(api, id)).tags).toContain("from-bot");
  await say(api, id, "visitor", { body: "12" });
  await botRuns(company.companyId, id);
  expect((await said(id)).at(-1)).toBe("robot: Thank you.");
  await saveSettings.execute(company.admin, { chatbotId, settings: { tags: [] } });
});

it("says why it does not, and then leaves the bot as it was [W1]", async () => {
  const { id } = await taken();
  expect(await start(id, "nowhere")).toMatchObject([{ outcome: "failed", why: { code: "validation_error" } }]);
  expect((await reread(api, id)).chatbotState).toBe("OFF");
  await systemPool().query(
    `update conversations set "windowed" = true, "lastVisitorMessageAt" = now() - interval '25 hours' where "id" = $1`,
    [id],
  );
  expect(await start(id)).toMatchObject([{ outcome: "failed", why: { code: "messaging_window_closed" } }]);
  await systemPool().query(`update conversations set "windowed" = false where "id" = $1`, [id]);
  await expect((await api.post(`/v1/conversations/${id}/close`, { isLead: false })).status).toBe(200);
  expect(await start(id)).toMatchObject([{ outcome: "failed", why: { code: "conversation_closed" } }]);
  const other = await taken();
  await updateChatbot.execute(company.admin, { chatbotId, enabled: false });
  expect(await start(other.id)).toMatchObject([{ outcome: "failed", why: { code: "conflict" } }]);
  expect((await reread(api, other.id)).chatbotState).toBe("OFF");
  expect((await said(other.id)).at(-1)).toBe("user: I am here");
});
