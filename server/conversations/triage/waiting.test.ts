import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { servingChatbot } from "#server/chatbots/access.ts";
import { sayAsRobot } from "#server/chatbots/turn/saying.ts";
import { needOperator } from "#server/chatbots/turn/transferring.ts";
import { systemActor } from "#server/core/actor.ts";
import { storeEvents } from "#server/core/events/storing.ts";
import { inTransaction } from "#server/db/pool.ts";
import type { Message } from "#server/messages/schema.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import { lockConversation } from "../access.sql.ts";
import { ConversationChange } from "../change.ts";

const company = await openCompany();
const api = await openApi(company);
const robot = systemActor(company.companyId);

/** A turn of the bot in which it answers and then hands over. */
async function handOver(conversationId: string): Promise<void> {
  await inTransaction(company.companyId, async () => {
    const row = await lockConversation(robot, conversationId, "chat_talk");
    const chatbot = await servingChatbot(robot, row.channelId);
    if (!chatbot) throw new Error("no chatbot serves the channel");
    if (row.status === "closed" || row.chatbotState === "OFF") return;
    const change = new ConversationChange({ actor: robot, emit: () => undefined }, row);
    sayAsRobot(change, chatbot, [{ text: "One moment", options: [] }]);
    await needOperator({ actor: robot }, change, chatbot, []);
    await change.commit();
    await storeEvents(robot, [], new Date());
  });
}

/** The slow way: from everything that was ever said. */
function waitingIn(thread: readonly Message[]): string | null {
  let since: string | null = null;
  let asked: string | null = null;
  for (const [index, message] of thread.entries()) {
    const name = message.command?.name;
    const givesUp = thread
      .slice(index)
      .some((later) => later.command?.name === "operator_needed" && later.createdAt === message.createdAt);
    if (message.fromType === "visitor") {
      since ??= message.createdAt;
      asked = message.createdAt;
    } else if (message.fromType === "user") {
      since = null;
      asked = null;
    } else if ((message.fromType === "robot" && !givesUp) || name === "closed") since = null;
    else if (name === "operator_needed") since ??= asked;
  }
  return since;
}

const deeds: Record<string, (id: string) => Promise<unknown>> = {
  visitor: (id) => say(api, id, "visitor"),
  again: (id) => say(api, id, "visitor"),
  robot: (id) => say(api, id, "robot"),
  user: (id) => say(api, id, "user", { from: company.agent.id }),
  external: (id) => say(api, id, "user", { from: "crm" }),
  on: (id) => api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "ON" }),
  off: (id) => api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" }),
  close: (id) => api.post(`/v1/conversations/${id}/close`, { isLead: false }),
  open: (id) => api.post(`/v1/conversations/${id}/open`),
  snooze: (id) => api.post(`/v1/conversations/${id}/snooze`, { until: "2999-01-01" }),
  handOver,
};

describe("waitingSince", () => {
  it("is the first message that no human has answered since, after any history [W4]", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(deeds)), { maxLength: 14 }), async (history) => {
        const { id } = await converse(api, company);
        for (const deed of history) await deeds[deed]?.(id);
        expect((await reread(api, id)).waitingSince, history.join(" ")).toBe(waitingIn(await transcript(api, id)));
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it("begins with the visitor's first message and stays at it, until a human answers [W4]", async () => {
    const { id, waitingSince } = await converse(api, company);
    expect(waitingSince).toBeNull();
    const first = (await say(api, id, "visitor")).body.createdAt;
    await say(api, id, "visitor");
    expect((await reread(api, id)).waitingSince).toBe(first);
    await say(api, id, "user", { from: company.agent.id });
    expect((await reread(api, id)).waitingSince).toBeNull();
  });

  it("ends with an answer of the bot, unless it hands over in the same breath [W4]", async () => {
    const { id } = await converse(api, company);
    await say(api, id, "visitor");
    await say(api, id, "robot");
    expect((await reread(api, id)).waitingSince).toBeNull();
    const asked = (await say(api, id, "visitor")).body.createdAt;
    await handOver(id);
    expect((await reread(api, id)).waitingSince).toBe(asked);
  });
});
