import { describe, expect, test } from "vitest";
import type { SlaPolicyView } from "#server/sla/schema.ts";
import { draftOf, durationOf, emptyDraft, faultIn, secondsOf, storedOf } from "./policy-draft.ts";

const tree = [{ type: "not", condition: { type: "tag", value: "slow" } }];
const policy: SlaPolicyView = {
  ...{ id: "1", name: "Urgent", order: 0, enabled: true, calendarId: null, pausesForVisitor: true },
  conditions: { priority: ["urgent"], tags: ["vip"], utmSource: "ads", customFields: ["plan=gold"], tree },
  ...{ firstResponse: 5400, nextResponse: null, resolution: 100 },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
};
const typed = (hours: string, minutes: string) => ({ hours, minutes });

describe("a service level while it is edited [S2]", () => {
  test("is stored as it was read, with what only other programs know", () => {
    const { name, conditions, calendarId, pausesForVisitor, firstResponse, nextResponse, resolution } = policy;
    const stored = { name, conditions, calendarId, pausesForVisitor, firstResponse, nextResponse, resolution };
    expect(storedOf(draftOf(policy), policy)).toEqual(stored);
    expect(storedOf({ ...draftOf(policy), conditions: emptyDraft.conditions, tree: [] }, policy).conditions).toEqual({
      utmSource: "ads",
    });
  });

  test("says times in hours and minutes", () => {
    expect([durationOf(5400), durationOf(3600), durationOf(300), durationOf(null)]).toEqual([
      ...[typed("1", "30"), typed("1", ""), typed("", "5"), typed("", "")],
    ]);
    expect([secondsOf(typed("1", "30")), secondsOf(typed("", "90")), secondsOf(typed(" ", ""))]).toEqual([
      ...[5400, 5400, null],
    ]);
    expect(secondsOf(typed("1.5", ""))).toBeNaN();
    expect(secondsOf(typed("-1", ""))).toBeNaN();
  });

  test("says what is missing before the server has to", () => {
    const named = { ...emptyDraft, name: "All" };
    const first = (hours: string, minutes = "") => ({
      ...named,
      targets: { ...named.targets, firstResponse: typed(hours, minutes) },
    });
    expect(faultIn(named)).toBeUndefined();
    expect(faultIn(emptyDraft)).toBe("name");
    expect(faultIn(first(""))).toBe("none");
    expect(faultIn(first("0", "0"))).toBe("time:firstResponse");
    expect(faultIn(first("soon"))).toBe("time:firstResponse");
    expect(faultIn(first("2161"))).toBe("long:firstResponse");
  });
});
