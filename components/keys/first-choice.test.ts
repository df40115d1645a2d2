import { expect, it } from "vitest";
import { choiceOf } from "./first-choice.ts";

it("is the first, whatever comes before or after it, until somebody has moved", () => {
  expect(choiceOf([], undefined)).toBe("");
  expect(choiceOf(["all results"], undefined)).toBe("all results");
  expect(choiceOf(["end the snooze", "all results"], undefined)).toBe("end the snooze");
  expect(choiceOf(["end the snooze", "all results"], "all results")).toBe("all results");
  expect(choiceOf(["end the snooze"], "all results")).toBe("end the snooze");
});
