import { describe, expect, test } from "vitest";
import type { Calendar } from "#server/calendars/schema.ts";
import { draftOf, emptyDraft, faultIn, storedOf, stretchesOf } from "./calendar-draft.ts";
import { officeWeek } from "./week-hours.ts";

const christmas = { date: "2026-12-25", name: "Christmas", yearly: true };
const office = { ...emptyDraft("Europe/Madrid", false), name: " Office " };

describe("a calendar while it is edited [S1]", () => {
  test("is stored as it was read", () => {
    const calendar: Calendar = {
      ...{ id: "1", name: "Office", timeZone: "UTC", holidays: [christmas], isDefault: true },
      hours: [
        { range: "09:00-13:00,14:00-18:00", days: ["MON", "TUE", "WED", "THU", "FRI"] },
        { range: "-", days: ["SAT", "SUN"] },
      ],
      ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
    };
    const { name, timeZone, hours, holidays, isDefault } = calendar;
    expect(storedOf(draftOf(calendar))).toEqual({ name, timeZone, hours, holidays, isDefault });
  });

  test("says what is missing before the server has to", () => {
    expect(faultIn(office)).toBeUndefined();
    expect(faultIn({ ...office, name: "  " })).toBe("name");
    expect(faultIn({ ...office, week: { ...office.week, MON: [{ from: "18:00", to: "09:00" }] } })).toBe("hours");
    expect(faultIn({ ...office, week: { ...office.week, ...{ MON: [], TUE: [], WED: [], THU: [], FRI: [] } } })).toBe(
      "closed",
    );
    expect(faultIn({ ...office, holidays: [{ ...christmas, date: "" }] })).toBe("date");
    expect(faultIn({ ...office, holidays: [christmas, { ...christmas, name: "Again" }] })).toBe("twice");
  });

  test("keeps no line that was left empty", () => {
    const holidays = [christmas, { date: "", name: " ", yearly: false }];
    expect(storedOf({ ...office, holidays })).toMatchObject({ name: "Office", holidays: [christmas] });
  });

  test("says days with the same hours in one breath", () => {
    const lunch = [{ from: "10:00", to: "14:00" }];
    expect(stretchesOf({ ...officeWeek, WED: [], SUN: lunch }).map(({ from, to }) => `${from}-${to}`)).toEqual([
      ...["MON-TUE", "THU-FRI", "SUN-SUN"],
    ]);
  });
});
