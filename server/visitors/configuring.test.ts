import { expect, it } from "vitest";
import { weekDays } from "#server/calendars/choices.ts";
import type { Calendar } from "#server/calendars/schema.ts";
import { saveSettings } from "#server/chatbots/configuration/settings.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { visitorSide } from "#server/testing/visitor.ts";
import type { WidgetConfig } from "./schema.ts";

const company = await openCompany("Widget hours");
const api = await openApi(company);

const always = [{ days: [...weekDays], range: "*" }];
const hours = async () =>
  (await visitorSide().get<WidgetConfig>(`/widget/v1/${company.given.channelId}/config`)).body.businessHours;
const ownHours = (businessHours: typeof always) =>
  saveSettings.execute(company.admin, {
    chatbotId: company.given.chatbotId ?? "",
    settings: {
      businessHoursConfiguration: { timeZone: "America/Lima", businessHours, initialMessage: "Back at nine" },
    },
  });

it("tells the widget whether people are there: by the chatbot's hours, else by the default calendar [S1]", async () => {
  await ownHours([]);
  expect(await hours()).toBeNull();
  const today = { date: new Date().toISOString().slice(0, 10) };
  const desk = { name: "Desk", timeZone: "UTC", isDefault: true, hours: always };
  const { body: calendar } = await api.post<Calendar>("/v1/calendars", desk);
  expect(await hours()).toEqual({ open: true, timeZone: "UTC", initialMessage: "Back at nine" });
  await api.patch(`/v1/calendars/${calendar.id}`, { holidays: [today] });
  expect(await hours()).toMatchObject({ open: false, timeZone: "UTC" });
  await ownHours(always);
  expect(await hours()).toMatchObject({ open: true, timeZone: "America/Lima" });
});
