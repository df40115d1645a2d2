import { expect, it } from "vitest";
import { CallError } from "#components/live/trpc/call-error.ts";
import { mergeRefusal } from "./refusal.ts";

const refused = (code: string, extra: object | null = null) =>
  mergeRefusal(
    new CallError("No.", { data: { error: "conflict", details: [{ field: "x", code, message: "" }], extra } }),
  );

it("knows why a merge was refused, by its code [W9]", () => {
  expect(["later_merge", "already_exists", "too_many", "same"].map((code) => refused(code))).toEqual([
    ...["later", "taken", "tags", undefined],
  ]);
  expect(refused("", { legalHoldId: "h" })).toBe("held");
  expect(mergeRefusal(new Error("offline"))).toBeUndefined();
});
