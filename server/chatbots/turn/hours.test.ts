import { expect, it } from "vitest";
import { weekDays } from "#server/calendars/choices.ts";
import type { Calendar } from "#server/calendars/schema.ts";
import { botRuns, said } from "#server/testing/bot.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { saveQuestionList } from "../configuration/question-list.ts";
import { saveSettings } from "../configuration/settings.ts";
import type { ChatbotSettings } from "../schema.ts";

const company = await openCompany("Hours");
const api = await openApi(company);
const chatbotId = company.given.chatbotId ?? "";

/** Open on one day only: today, or four days away whatever the time zone. */
const hoursOn = (inDays: number) => {
  const day = weekDays[(new Date().getUTCDay() + 6 + inDays) % 7] ?? "MON";
  return [{ days: [day], range: "*" }];
};
const always = [{ days: [...weekDays], range: "*" }];

const setUp = (businessHours: NonNullable<ChatbotSettings["businessHoursConfiguration"]>["businessHours"]) =>
  saveSettings.execute(company.admin, {
    chatbotId,
    settings: { businessHoursConfiguration: { timeZone: "UTC", businessHours } },
  });

/** What the bot answers to a new visitor. */
async function answer(): Promise<string | undefined> {
  const visitor = await visitorOn(company.given.channelId ?? "");
  const id = await visitor.begin("hello");
  await botRuns(company.companyId, id);
  return (await said(id)).at(-1);
}

it("follows the default calendar where the chatbot has no hours of its own, and its own where it has [S1]", async () => {
  const closed = { name: "business-hours", text: ["We are closed"] };
  const nodes = [
    { internal_name: "reason", text: ["How can we help?"] },
    { internal_name: "more", text: ["What else?"], alternative_texts: [closed] },
  ];
  await saveQuestionList.execute(company.admin, { chatbotId, nodes: nodes as never });
  await setUp([]);
  expect(await answer()).toBe("robot: What else?");
  const desk = { name: "Desk", timeZone: "UTC", hours: hoursOn(4) };
  const { body: calendar } = await api.post<Calendar>("/v1/calendars", desk);
  expect(await answer()).toBe("robot: What else?");
  await api.patch(`/v1/calendars/${calendar.id}`, { isDefault: true });
  expect(await answer()).toBe("robot: We are closed");
  await setUp(always);
  expect(await answer()).toBe("robot: What else?");
  await setUp([]);
  await api.patch(`/v1/calendars/${calendar.id}`, { hours: always });
  expect(await answer()).toBe("robot: What else?");
  const today = { date: new Date().toISOString().slice(0, 10), name: "Today", yearly: false };
  await api.patch(`/v1/calendars/${calendar.id}`, { holidays: [today] });
  expect(await answer()).toBe("robot: We are closed");
});
