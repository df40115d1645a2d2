import { describe, expect, test } from "vitest";
import { businessHoursSchema } from "#server/chatbots/schema.ts";
import { faultOf, hoursOf, officeWeek, weekOf, withSpan } from "./week-hours.ts";

describe("the hours of a week", () => {
  test("what is stored comes back the same, days with equal hours together", () => {
    const businessHours = [
      { range: "09:00-13:00,15:30-18:00", days: ["MON" as const, "TUE" as const] },
      { range: "-", days: ["WED" as const, "THU" as const, "FRI" as const, "SUN" as const] },
      { range: "*", days: ["SAT" as const] },
    ];
    const stored = hoursOf(weekOf(businessHours));
    expect(stored).toEqual(businessHours);
    expect(businessHoursSchema.safeParse({ timeZone: "UTC", businessHours: stored }).success).toBe(true);
  });

  test("an evening until midnight ends at 24:00", () => {
    const week = weekOf([{ range: "18-24", days: ["FRI"] }]);
    expect(week.FRI).toEqual([{ from: "18:00", to: "00:00" }]);
    expect(hoursOf(week)).toContainEqual({ range: "18:00-24:00", days: ["FRI"] });
  });

  test("a week without an open day is stored as closed, not as always open", () => {
    expect(hoursOf(weekOf([]))).toEqual([{ range: "-", days: ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] }]);
  });

  test("impossible hours are reported", () => {
    expect(faultOf(officeWeek.MON)).toBeUndefined();
    expect(faultOf([{ from: "", to: "10:00" }])).toBe("empty");
    expect(faultOf([{ from: "12:00", to: "10:00" }])).toBe("order");
    expect(
      faultOf([
        { from: "12:00", to: "14:00" },
        { from: "10:00", to: "12:30" },
      ]),
    ).toBe("overlap");
  });

  test("one more span comes after the last", () => {
    expect(faultOf(withSpan(withSpan([])))).toBeUndefined();
    expect(withSpan(officeWeek.MON).at(-1)).toEqual({ from: "19:00", to: "21:00" });
  });
});
