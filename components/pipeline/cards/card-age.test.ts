import { describe, expect, it } from "vitest";
import { ageIn } from "./card-age.ts";

const now = Date.UTC(2026, 10, 21, 12);
const ago = (ms: number) => new Date(now - ms).toISOString();
const hour = 3_600_000;
const day = 24 * hour;
const phase = { agingDays: 3, staleDays: 7 };

describe("the age of a card in its phase", () => {
  it("is shown in the largest whole unit", () => {
    expect(ageIn(phase, ago(0), now)).toEqual({ unit: "minutes", count: 0, tone: "calm" });
    expect(ageIn(phase, ago(59 * 60_000), now)).toMatchObject({ unit: "minutes", count: 59 });
    expect(ageIn(phase, ago(hour), now)).toMatchObject({ unit: "hours", count: 1 });
    expect(ageIn(phase, ago(day - 1), now)).toMatchObject({ unit: "hours", count: 23 });
    expect(ageIn(phase, ago(2.9 * day), now)).toMatchObject({ unit: "days", count: 2, tone: "calm" });
  });

  it("turns amber and then red exactly at the phase's own days", () => {
    const tone = (age: number) => ageIn(phase, ago(age), now).tone;
    expect([tone(3 * day - 1), tone(3 * day), tone(7 * day - 1), tone(7 * day)]).toEqual([
      "calm",
      "aging",
      "aging",
      "stale",
    ]);
  });

  it("never turns where the phase says 0", () => {
    expect(ageIn({ agingDays: 0, staleDays: 0 }, ago(900 * day), now).tone).toBe("calm");
    expect(ageIn({ agingDays: 0, staleDays: 7 }, ago(6 * day), now).tone).toBe("calm");
    expect(ageIn({ agingDays: 3, staleDays: 0 }, ago(900 * day), now).tone).toBe("aging");
  });

  it("takes a clock behind the server's as just now", () => {
    expect(ageIn(phase, ago(-5000), now)).toEqual({ unit: "minutes", count: 0, tone: "calm" });
  });
});
