import { createFormatter } from "next-intl";
import { afterEach, describe, expect, it, vi } from "vitest";
import { snoozeChoices } from "#components/conversations/head/snooze-times.ts";
import { localText, momentOf } from "#components/time/local-moment.ts";
import { nearMoment } from "#components/time/moments.ts";
import { locales } from "#i18n/locale.ts";
import { laterChoices } from "./later-times.ts";

afterEach(() => vi.unstubAllEnvs());

/** As the browser of somebody who lives there. */
function livingIn(timeZone: string): void {
  vi.stubEnv("TZ", timeZone);
}

/** The evening before the clocks change, nine there on the morning after, and nine on a morning with the old time. */
const changes = [
  { timeZone: "Europe/Madrid", evening: "2027-03-27T20:00:00Z", nine: "2027-03-28T07:00:00.000Z", day: "2027-03-28" },
  { timeZone: "Europe/Madrid", evening: "2026-10-24T20:00:00Z", nine: "2026-10-25T08:00:00.000Z", day: "2026-10-25" },
  {
    timeZone: "America/New_York",
    evening: "2027-03-13T23:00:00Z",
    nine: "2027-03-14T13:00:00.000Z",
    day: "2027-03-14",
  },
  {
    timeZone: "America/Santiago",
    evening: "2026-09-05T22:00:00Z",
    nine: "2026-09-06T12:00:00.000Z",
    day: "2026-09-06",
  },
  {
    timeZone: "Australia/Sydney",
    evening: "2027-04-03T10:00:00Z",
    nine: "2027-04-03T23:00:00.000Z",
    day: "2027-04-04",
  },
];

describe.each(changes)("nine on the morning after the clocks change, in $timeZone on $day", (change) => {
  const { timeZone, evening, nine, day } = change;

  it("is offered as tomorrow's nine, a day that is not of 24 hours later [W8]", () => {
    livingIn(timeZone);
    const now = new Date(evening);
    const tomorrow = laterChoices(now).find(({ name }) => name === "tomorrow");
    expect(tomorrow?.at.toISOString()).toBe(nine);
    const snoozed = snoozeChoices(now).find(({ name }) => name === "tomorrow");
    expect(snoozed?.until.toISOString()).toBe(nine);
    const nineToday = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 9);
    expect(Math.abs(new Date(nine).getTime() - nineToday.getTime() - 86_400_000)).toBe(3_600_000);
  });

  it("is what a person picks, and what the picker shows again [W8]", () => {
    livingIn(timeZone);
    expect(momentOf(`${day}T09:00`)).toBe(nine);
    expect(localText(nine)).toBe(`${day}T09:00`);
  });

  it("is shown as nine on the bubble, in the list and in every language [W8]", () => {
    for (const locale of locales) {
      const shown = createFormatter({ locale, timeZone }).dateTime(new Date(nine), nearMoment);
      expect(shown, locale).toContain("09:00");
      expect(shown, locale).toMatch(new RegExp(`\\b${Number(day.slice(-2))}\\b`));
    }
  });
});

it("an hour that there is not, or twice, is a moment still, and shown as it is [W8]", () => {
  livingIn("Europe/Madrid");
  expect(momentOf("2027-03-28T02:30")).toBe("2027-03-28T01:30:00.000Z");
  expect(localText("2027-03-28T01:30:00.000Z")).toBe("2027-03-28T03:30");
  expect(localText(momentOf("2026-10-25T02:30"))).toBe("2026-10-25T02:30");
});
