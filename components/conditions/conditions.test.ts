import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRecord } from "#components/live/records.ts";
import { freshCondition, groupOf, innerOf, isGroup, kindOf, kindsFor } from "./conditions.ts";

const leaf = (value: string) => ({ type: "tag", operator: "has", value });
const [a, b, c] = [leaf("a"), leaf("b"), leaf("c")];

/** Whether it holds where these tags are set; another kind than those of the language never does. */
function holds(condition: unknown, tags: readonly unknown[]): boolean {
  if (!isRecord(condition)) return false;
  if (condition.type === "not") return !holds(condition.condition, tags);
  const inner = Array.isArray(condition.conditions) ? condition.conditions : [];
  if (condition.type === "all") return inner.every((one) => holds(one, tags));
  if (condition.type === "any") return inner.some((one) => holds(one, tags));
  return tags.includes(condition.value);
}

const tree = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom(a, b, c),
    fc.record({
      type: fc.constantFrom("all", "any"),
      conditions: fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ type: fc.constant("not"), condition: tie("tree") }),
  ),
})).tree;

/** As if somebody had opened every group and changed nothing. */
function edited(condition: unknown, depth = 0): unknown {
  const kind = kindOf(condition, depth);
  if (!isGroup(kind)) return condition;
  return groupOf(
    kind,
    innerOf(condition).map((one) => edited(one, depth + 1)),
  );
}

describe("conditions in an editor [W12]", () => {
  it("mean what they meant after each group was written anew", () => {
    const tags = fc.subarray(["a", "b", "c"]);
    fc.assert(fc.property(tree, tags, (one, set) => holds(edited(one), set) === holds(one, set)));
  });

  it("combine what stood there before, and keep a group's conditions when its kind changes", () => {
    const any = freshCondition("any", a);
    expect(any).toEqual({ type: "any", conditions: [a] });
    expect(freshCondition("all", groupOf("any", [a, b]))).toEqual({ type: "all", conditions: [a, b] });
    expect(freshCondition("none", groupOf("all", [a, b]))).toEqual({
      type: "not",
      condition: { type: "any", conditions: [a, b] },
    });
    expect(freshCondition("any", { type: "not", condition: a })).toEqual({ type: "any", conditions: [a] });
    expect(innerOf(groupOf("none", [a, b]))).toEqual([a, b]);
  });

  it("are JSON where they are of a kind unknown here, or nested too deep", () => {
    expect(kindOf({ type: "moon" }, 0)).toBe("json");
    expect(kindOf({ type: "any", conditions: [] }, 3)).toBe("json");
    expect(kindsFor("json", 0)).toContain("json");
    expect(kindsFor("slot", 3)).toEqual(["slot", "channel", "business_hours", "tag"]);
  });
});
