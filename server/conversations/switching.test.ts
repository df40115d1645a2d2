import { describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, say, transcript } from "#server/testing/talking.ts";
import type { Conversation } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

const turn = (id: string, chatbotState: unknown) =>
  api.patch<Conversation>(`/v1/conversations/${id}/chatbot-state`, { chatbotState });

describe("PATCH .../chatbot-state (F9)", () => {
  it("pauses and resumes, says who, and tells changes.chatbotState", async () => {
    const { id } = await converse(api, company);
    const events = await eventsDuring(company, async () => {
      const off = await turn(id, "OFF");
      expect([off.status, off.body.chatbotState, off.body.chatbotStateBy]).toEqual([200, "OFF", "Test"]);
      await turn(id, "ON");
    });
    expect(events.map((event) => [event.type, event.data.changes])).toEqual([
      ["conversation/updated", { chatbotState: { before: "ON", after: "OFF" } }],
      ["conversation/updated", { chatbotState: { before: "OFF", after: "ON" } }],
    ]);
    expect(lines(await transcript(api, id))).toEqual(["/bot_paused", "/bot_resumed"]);
  });

  it("takes is_intervened off when it goes ON", async () => {
    const { id } = await converse(api, company);
    await say(api, id, "user", { from: company.given.agentId ?? "" });
    expect((await turn(id, "ON")).body.tags).toEqual(["was_intervened"]);
  });

  it("answers a repeat with 200 and no event", async () => {
    const { id } = await converse(api, company);
    expect(await typesDuring(company, async () => expect((await turn(id, "ON")).status).toBe(200))).toEqual([]);
  });

  it("answers 200 also where no chatbot serves the channel", async () => {
    const { id } = await converse(api, company);
    const detach = (value: string | null) =>
      systemPool().query(`update channels set "chatbotId" = $2 where "companyId" = $1`, [company.companyId, value]);
    await detach(null);
    expect((await turn(id, "OFF")).status).toBe(200);
    await detach(company.given.chatbotId ?? null);
  });

  it.each(["off", "", null, true, undefined])("refuses %j", async (state) => {
    const { id } = await converse(api, company);
    expect((await turn(id, state)).body.details?.[0]?.field).toBe("chatbotState");
    expect((await reread(api, id)).chatbotState).toBe("ON");
  });
});
