import { expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { saveQuestionList } from "#server/chatbots/configuration/question-list.ts";
import { takeBotTurn } from "#server/chatbots/turn/turn.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { botRuns, said } from "#server/testing/bot.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say } from "#server/testing/talking.ts";

const company = await openCompany("Merged bots");
const api = await openApi(company);
const chatbotId = company.given.chatbotId ?? "";

await saveQuestionList.execute(company.admin, {
  chatbotId,
  nodes: ["one", "two", "three", "four"].map((name) => ({ internal_name: name, text: [`${name}?`] })) as never,
});

/** Two conversations of one visitor, known by one email; in the one that goes the visitor said `words`. */
async function two(...words: string[]): Promise<[string, string]> {
  const from = newId();
  const ids: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { id: conversationId } = await converse(api, company, { from });
    const known = { conversationId, name: "Ann", email: `${from}@merging.example` };
    await captureContact.execute(systemActor(company.companyId), known);
    await api.post(`/v1/conversations/${conversationId}/confirm-contact`, {});
    ids.push(conversationId);
  }
  const [winner = "", loser = ""] = ids;
  for (const body of words) await visitorSays(loser, body);
  return [winner, loser];
}

const visitorSays = async (id: string, body: string) => {
  const { visitorId } = await reread(api, id);
  await say(api, id, "visitor", { from: visitorId, body });
};
async function merge(id: string, loserId: string): Promise<void> {
  expect((await api.post(`/v1/conversations/${id}/merge`, { loserId })).status).toBe(200);
}
const lastLines = async (id: string, count: number) => (await said(id)).slice(-count);

it("what came from the other conversation is not answered again, what came here is [W9, H6]", async () => {
  const [winner, loser] = await two("Old question", "Old words");
  await botRuns(company.companyId, loser);
  await visitorSays(winner, "Hi");
  await botRuns(company.companyId, winner);
  expect(await lastLines(winner, 1)).toEqual(["robot: one?"]);
  await visitorSays(winner, "Answer to one");
  await merge(winner, loser);
  await botRuns(company.companyId, winner);
  expect(await lastLines(winner, 1)).toEqual(["robot: two?"]);
  await visitorSays(winner, "Answer to two");
  await botRuns(company.companyId, winner);
  expect(await lastLines(winner, 2)).toEqual(["visitor: Answer to two", "robot: three?"]);
  await visitorSays(winner, "Answer to three");
  await botRuns(company.companyId, winner);
  expect(await lastLines(winner, 2)).toEqual(["visitor: Answer to three", "robot: four?"]);
});

it("nor does its age make the visitor one who comes back [W9, H3]", async () => {
  const welcome = { type: "DEFAULT" as const, text: ["Welcome back"], response_type: "TEXT", response_options: [] };
  const rule = { channel: "*", type: "WELCOME_BACK", enabled: true, fire_after: 60, messages: [welcome] };
  const settings = { welcome_back_messages: [rule] };
  await api.patch(`/v1/chatbots/${chatbotId}/chatbot-config/settings`, settings);
  const [winner, loser] = await two("Long ago");
  shiftClock(3 * hour);
  try {
    await visitorSays(winner, "Hi");
    await botRuns(company.companyId, winner);
    await merge(winner, loser);
    await visitorSays(winner, "Answer to one");
    await takeBotTurn.execute(systemActor(company.companyId), { conversationId: winner, messageId: null });
    expect(await lastLines(winner, 2)).toEqual(["visitor: Answer to one", "robot: two?"]);
  } finally {
    shiftClock(0);
  }
});
