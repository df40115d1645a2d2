import { describe, expect, test } from "vitest";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { pressingClock } from "./pressing-clock.ts";

type Clock = NonNullable<InboxRow["sla"]>["clocks"][number];

const now = Date.parse("2026-11-23T12:00:00.000Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const clock = (kind: Clock["kind"], due: number | null, warn: number | null = null): Clock => ({
  ...{ kind, state: due === null ? "paused" : "running", targetSeconds: 3600, startedAt: at(-60) },
  ...{ dueAt: due === null ? null : at(due), warnAt: warn === null ? null : at(warn) },
});
const shown = (...clocks: Clock[]) => {
  const found = pressingClock({ policyId: "p", policyName: "Level", clocks }, now);
  return found && `${found.kind} ${found.tone} ${found.minutes}`;
};

describe("the clock that is shown [S3]", () => {
  test("is the first that is due", () => {
    expect(shown(clock("resolution", 300), clock("first_response", 12, 20))).toBe("first_response calm 12");
    expect(shown(clock("resolution", null), clock("next_response", 30, 10))).toBe("next_response calm 30");
  });

  test("warns from four fifths of its time on, and says how long it is over", () => {
    expect(shown(clock("first_response", 12, 0))).toBe("first_response warning 12");
    expect(shown(clock("first_response", 0.5, -12))).toBe("first_response warning 1");
    expect(shown(clock("first_response", 0, -12))).toBe("first_response over 0");
    expect(shown(clock("first_response", -25, -30))).toBe("first_response over 25");
  });

  test("stands still where all do, and is none where nothing is promised", () => {
    expect(shown(clock("resolution", null))).toBe("resolution paused 0");
    expect([shown(), pressingClock(null, now)]).toEqual([undefined, undefined]);
  });
});
