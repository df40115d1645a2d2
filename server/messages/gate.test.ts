import { describe, expect, it } from "vitest";
import { eventsDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";
import { sendMessage } from "./sending.ts";

const company = await openCompany();
const api = await openApi(company);

describe("the bot gate (F5)", () => {
  it("switches the bot off before a human's message, in the thread and in the events", async () => {
    const { id } = await converse(api, company);
    const events = await eventsDuring(company, () => say(api, id, "user", { from: company.agent.id }));
    expect(lines(await transcript(api, id)).slice(0, 3)).toEqual([
      "/intervened",
      "/bot_paused",
      "user: Hello from user",
    ]);
    expect(events.find((event) => event.type === "conversation/updated")?.data.changes).toEqual({
      chatbotState: { before: "ON", after: "OFF" },
    });
    expect(await reread(api, id)).toMatchObject({ chatbotState: "OFF", tags: ["is_intervened", "was_intervened"] });
  });

  it("says intervened once per stretch", async () => {
    const { id } = await converse(api, company);
    await say(api, id, "user", { from: "crm" });
    await say(api, id, "user", { from: "crm" });
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "ON" });
    await say(api, id, "user", { from: "crm" });
    expect(lines(await transcript(api, id))).toEqual([
      "/intervened",
      "/bot_paused",
      "user: Hello from user",
      "user: Hello from user",
      "/bot_resumed",
      "/intervened",
      "/bot_paused",
      "user: Hello from user",
    ]);
  });

  it("refuses the robot while OFF, with words that say so, and changes nothing", async () => {
    const { id } = await converse(api, company);
    await api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: "OFF" });
    const before = await reread(api, id);
    const refused = await say(api, id, "robot");
    expect([refused.status, refused.body.error]).toEqual([409, "conversation_intervened"]);
    expect(refused.body.message).toMatch(/intervened.*chatbot message cannot be sent/);
    expect(await reread(api, id)).toEqual(before);
    expect((await say(api, id, "visitor")).status).toBe(202);
  });

  it("stays OFF when the assignee is removed", async () => {
    const { id } = await converse(api, company);
    await say(api, id, "user", { from: company.agent.id });
    await api.post(`/v1/conversations/${id}/assign`, { assignedTo: "" });
    expect((await reread(api, id)).chatbotState).toBe("OFF");
  });

  it("lets no robot message past the switch in 20 rounds of one agent racing 20 robot messages", async () => {
    let accepted = 0;
    let refused = 0;
    for (let round = 0; round < 20; round += 1) {
      const { id: conversationId } = await converse(api, company);
      const robots = Array.from({ length: 20 }, (_, index) => ({
        fromType: "robot" as const,
        from: "bot",
        body: `r${index}`,
      }));
      const all = [...robots];
      const human = { fromType: "user" as const, from: company.agent.id, body: "I take over" };
      const shots = [...all.slice(0, round), human, ...all.slice(round)];
      const outcomes = await Promise.allSettled(
        shots.map((shot) => sendMessage.execute(company.admin, { conversationId, ...shot })),
      );
      for (const outcome of outcomes) {
        if (outcome.status === "fulfilled") continue;
        expect(outcome.reason).toMatchObject({ code: "conversation_intervened" });
        refused += 1;
      }
      const thread = await transcript(api, conversationId);
      expect(thread.map((message) => message.seq)).toEqual(thread.map((_, index) => index + 1));
      const off = thread.find((message) => message.command?.name === "bot_paused")?.seq ?? 0;
      const late = thread.filter((message) => message.fromType === "robot" && message.seq > off);
      expect(late).toEqual([]);
      const said = thread.filter((message) => message.fromType === "robot").length;
      expect(said + outcomes.filter((outcome) => outcome.status === "rejected").length).toBe(20);
      expect(thread.filter((message) => message.fromType === "user")).toHaveLength(1);
      accepted += said;
    }
    // A race that always ends the same way would prove nothing.
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  }, 60_000);

  it("keeps seq without gaps when everything happens at once", async () => {
    const { id } = await converse(api, company);
    const call = (index: number) => {
      switch (index % 6) {
        case 0:
          return say(api, id, "visitor");
        case 1:
          return say(api, id, "user", { from: company.agent.id });
        case 2:
          return say(api, id, "robot");
        case 3:
          return api.post(`/v1/conversations/${id}/tags`, { tag: `t${index}` });
        case 4:
          return api.patch(`/v1/conversations/${id}/chatbot-state`, { chatbotState: index % 4 ? "ON" : "OFF" });
        default:
          return api.patch(`/v1/conversations/${id}/phases/${company.given.phaseId}`);
      }
    };
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => call(index)));
    const refused = answers.filter((answer) => answer.status >= 300);
    expect(refused.filter((answer) => answer.body.error !== "conversation_intervened")).toEqual([]);
    const thread = await transcript(api, id);
    expect(thread.map((message) => message.seq)).toEqual(thread.map((_, index) => index + 1));
    expect((await reread(api, id)).lastSeq).toBe(thread.length);
    let on = true;
    for (const message of thread) {
      if (message.command?.name === "bot_paused") on = false;
      if (message.command?.name === "bot_resumed") on = true;
      if (message.fromType === "robot") expect(on).toBe(true);
    }
  });
});
