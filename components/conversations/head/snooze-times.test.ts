import { describe, expect, it } from "vitest";
import { snoozeChoices } from "./snooze-times.ts";

const choices = (now: Date) => Object.fromEntries(snoozeChoices(now).map(({ name, until }) => [name, until]));

describe("the choices of a snooze", () => {
  it("are three hours on, nine tomorrow and nine on the coming Monday [W4]", () => {
    const friday = choices(new Date(2026, 0, 2, 10, 20));
    expect(friday.laterToday).toEqual(new Date(2026, 0, 2, 13));
    expect(friday.tomorrow).toEqual(new Date(2026, 0, 3, 9));
    expect(friday.nextWeek).toEqual(new Date(2026, 0, 5, 9));
    expect(choices(new Date(2026, 0, 5, 8)).nextWeek).toEqual(new Date(2026, 0, 12, 9));
  });

  it("are not the same time twice: on a Sunday, tomorrow is next week", () => {
    expect(snoozeChoices(new Date(2026, 0, 4, 8)).map(({ name }) => name)).toEqual(["laterToday", "tomorrow"]);
  });

  it("offer no later today late at night, and mornings at nine across changes of the clock [W4]", () => {
    expect(choices(new Date(2026, 0, 2, 22)).laterToday).toBeUndefined();
    for (let day = 1; day <= 366; day += 1) {
      const now = new Date(2026, 0, day, 12);
      const { tomorrow, nextWeek = tomorrow } = choices(now);
      expect([tomorrow?.getHours(), nextWeek?.getHours(), nextWeek?.getDay()]).toEqual([9, 9, 1]);
    }
  });
});
