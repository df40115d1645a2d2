import { expect, it } from "vitest";
import { CallError } from "../trpc/call-error.ts";
import { isUnanswered } from "./unanswered.ts";

it("tells what nobody has answered, and may have been done, from what was refused", () => {
  expect(isUnanswered(new CallError("Failed to fetch", { cause: new TypeError("Failed to fetch") }))).toBe(true);
  expect(isUnanswered(new CallError("No answer came in time"))).toBe(true);
  const refused = (error: string, httpStatus: number) =>
    isUnanswered(new CallError("No.", { data: { error, httpStatus, details: null } }));
  expect([refused("conflict", 409), refused("unavailable", 503), refused("not_found", 404)]).toEqual([
    false,
    false,
    false,
  ]);
});
