import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { weekDays } from "#server/calendars/choices.ts";
import type { Calendar } from "#server/calendars/schema.ts";
import { saveQuestionList } from "#server/chatbots/configuration/question-list.ts";
import { saveSettings } from "#server/chatbots/configuration/settings.ts";
import type { ChatbotSettings } from "#server/chatbots/schema.ts";
import { botRuns, said } from "#server/testing/bot.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { reread } from "#server/testing/talking.ts";
import { visitorOn, visitorSide } from "#server/testing/visitor.ts";
import type { WidgetConfig } from "./schema.ts";

const company = await openCompany("Greetings");
const api = await openApi(company);
const chatbotId = company.given.chatbotId ?? "";
const channelId = company.given.channelId ?? "";

const list = (...nodes: object[]) => saveQuestionList.execute(company.admin, { chatbotId, nodes: nodes as never });
const settings = (given: ChatbotSettings) => saveSettings.execute(company.admin, { chatbotId, settings: given });

const greeting = async () => (await visitorSide().get<WidgetConfig>(`/widget/v1/${channelId}/config`)).body.opening;
const greets = async () => (await greeting()).messages.map(({ text }) => text);

/** A conversation that begins as the widget begins it, with what it was shown. */
async function begin(shown: Partial<WidgetConfig["opening"]> = {}, text = "hello"): Promise<string> {
  const { side, base, options } = await visitorOn(channelId);
  const { seed: openingSeed = 0, shown: openingShown } = shown;
  const body = { message: { body: text }, openingSeed, openingShown };
  const begun = await side.post<{ conversation: { id: string } }>(`${base}/conversations`, body, options);
  expect(begun.status).toBe(201);
  return begun.body.conversation.id;
}

beforeEach(() =>
  settings({ businessHoursConfiguration: { timeZone: "UTC", businessHours: [] }, special_messages: {} }),
);

describe("what the steps before the first question do, in the widget [H6]", () => {
  it("is done as the conversation begins: tags, fields and the next one's people", async () => {
    await list(
      {
        ...{ internal_name: "welcome", text: ["Welcome"], response_type: "NONE", tag: "from-widget" },
        ...{
          actions: [
            { name: "SET", params: ["plan", "trial"] },
            { name: "SET", params: ["name", "Guest"] },
          ],
        },
      },
      { internal_name: "ask", text: ["What do you need?"] },
    );
    const id = await begin();
    expect(await reread(api, id)).toMatchObject({ tags: ["from-widget"], visitorName: "Guest" });
    await botRuns(company.companyId, id);
    const contact = await api.get<{ name: string; customFields: object }>(
      `/v1/contacts/${(await reread(api, id)).contactId}`,
    );
    expect(contact.body).toMatchObject({ name: "Guest", customFields: { plan: "trial", ask: "hello" } });
  });

  it("hands over at the first message where a step asked for a person [H13]", async () => {
    await list(
      {
        ...{ internal_name: "welcome", text: ["A person will answer"], response_type: "NONE" },
        ...{ actions: [{ name: "OPERATOR_NEEDED", params: [] }] },
      },
      { internal_name: "ask", text: ["What do you need?"] },
    );
    expect(await greets()).toEqual(["A person will answer"]);
    const id = await begin();
    expect(await reread(api, id)).toMatchObject({ chatbotState: "ON" });
    await botRuns(company.companyId, id);
    expect(await said(id)).toEqual(["robot: A person will answer", "visitor: hello"]);
    const after = await reread(api, id);
    expect(after).toMatchObject({ chatbotState: "OFF", tags: ["automatic_transfer"] });
  });
});

describe("the greeting", () => {
  const closedText = { name: "business-hours", text: ["We are closed"] };
  const offlineText = { name: "offline-mode", text: ["Nobody is here"] };
  let calendar: Calendar;
  const today = { date: new Date().toISOString().slice(0, 10) };
  const open = (is: boolean) =>
    api.patch(`/v1/calendars/${calendar.id}`, { holidays: is ? [] : [today], isDefault: true });

  beforeAll(async () => {
    const desk = { name: "Desk", timeZone: "UTC", hours: [{ days: [...weekDays], range: "*" }] };
    calendar = (await api.post<Calendar>("/v1/calendars", desk)).body;
  });

  it("follows the company's calendar, and who is there [S1, H5]", async () => {
    await list({ internal_name: "ask", text: ["Hello"], alternative_texts: [closedText] });
    await open(true);
    expect(await greets()).toEqual(["Hello"]);
    expect((await open(false)).status).toBe(200);
    expect(await greets()).toEqual(["We are closed"]);
    expect((await said(await begin()))[0]).toBe("robot: We are closed");
    await open(true);
    await list({ internal_name: "ask", text: ["Hello"], alternative_texts: [offlineText] });
    expect(await greets()).toEqual(["Nobody is here"]);
    expect((await said(await begin()))[0]).toBe("robot: Nobody is here");
  });

  it("is kept as the visitor has seen it, though the list or the hours have changed since [H6]", async () => {
    await list({ internal_name: "ask", text: ["Hello"], alternative_texts: [closedText] });
    await open(true);
    const shown = await greeting();
    await list({ internal_name: "other", text: ["Quite another question"], alternative_texts: [closedText] });
    await open(false);
    const id = await begin(shown);
    expect((await said(id))[0]).toBe("robot: Hello");
    await botRuns(company.companyId, id);
    expect((await said(id)).at(-1)).toBe("robot: We are closed");
    const unknown = { version: 1_000_000, open: true, offline: false };
    expect((await said(await begin({ seed: 0, shown: unknown })))[0]).toBe("robot: Quite another question");
  });

  it("and the words of a hand-over follow the calendar too [S1]", async () => {
    await settings({
      special_messages: { finding_operator_start: "One moment", finding_operator_timeout: "Tomorrow" },
    });
    const person = { actions: [{ name: "OPERATOR_NEEDED", params: [] }] };
    await list({ internal_name: "ask", text: ["Hello"], ...person });
    await open(false);
    const id = await begin();
    await botRuns(company.companyId, id);
    expect((await said(id)).at(-1)).toBe("robot: Tomorrow");
  });
});
