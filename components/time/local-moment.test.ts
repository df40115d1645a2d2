import { expect, it } from "vitest";
import { localText, momentOf } from "./local-moment.ts";

it("comes back to the minute, in whatever zone the reader is", () => {
  const iso = "2026-11-21T16:05:00.000Z";
  expect(momentOf(localText(iso))).toBe(iso);
  expect(localText(iso)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
});

it("has nothing to say about an empty or unfinished field", () => {
  expect(localText("")).toBe("");
  expect(localText("yesterday")).toBe("");
  expect(momentOf("")).toBe("");
});
