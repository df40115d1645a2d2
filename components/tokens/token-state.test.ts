import { describe, expect, it } from "vitest";
import { endOf } from "./token-expiry.tsx";
import { isUnused, statesOf } from "./token-state.ts";

const now = new Date(2026, 10, 22, 15, 0);
const at = (days: number, hours = 0) => new Date(2026, 10, 22 + days, 15 + hours, 0).toISOString();
const token = (lastUsed: number | null, expires: number | null = null, hours = 0) => ({
  createdAt: at(-200),
  lastUsedAt: lastUsed === null ? null : at(-lastUsed),
  expiresAt: expires === null ? null : at(expires, hours),
});

describe("what is said of a token", () => {
  it("is nothing while it is used and has time [found S16]", () => {
    expect(statesOf(token(0), now)).toEqual([]);
    expect(statesOf(token(89, 8), now)).toEqual([]);
    expect(statesOf({ createdAt: at(-10), lastUsedAt: null, expiresAt: null }, now)).toEqual([]);
  });

  it("is that it has ended or soon will, in days as people count them [found S16]", () => {
    expect(statesOf(token(1, 6), now)).toEqual([{ kind: "expiring", days: 6 }]);
    expect(statesOf(token(1, 0, 2), now)).toEqual([{ kind: "expiring", days: 0 }]);
    expect(statesOf(token(1, 1, -14), now)).toEqual([{ kind: "expiring", days: 1 }]);
    expect(statesOf(token(1, 0, -1), now)).toEqual([{ kind: "expired", days: 0 }]);
    // A token that does not work any more needs no attention.
    expect(statesOf(token(150, -3), now)).toEqual([{ kind: "expired", days: 3 }]);
    expect(isUnused(token(150, -3), now)).toBe(false);
  });

  it("is that it was not used for 90 days, or ever [found S16]", () => {
    expect(statesOf(token(120), now)).toEqual([{ kind: "unused", days: 120 }]);
    expect(statesOf(token(null), now)).toEqual([{ kind: "neverUsed", days: 200 }]);
    expect(statesOf(token(90, 2), now)).toHaveLength(2);
    expect(isUnused(token(90, 2), now)).toBe(true);
  });
});

describe("how long a new token lasts", () => {
  it("is for ever, some days, or to the end of a day [found S16]", () => {
    expect(endOf({ lifetime: "never", day: "" }, now)).toBeNull();
    expect(endOf({ lifetime: "30", day: "" }, now)).toBe(new Date(2026, 11, 22, 15).toISOString());
    const lastMoment = new Date(2027, 0, 31, 23, 59, 59, 999).toISOString();
    expect(endOf({ lifetime: "date", day: "2027-01-31" }, now)).toBe(lastMoment);
    expect(endOf({ lifetime: "date", day: "" }, now)).toBe("");
  });
});
