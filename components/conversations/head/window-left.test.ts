import { expect, it } from "vitest";
import english from "#i18n/en/conversations.json" with { type: "json" };
import { windowNote } from "./window-left.ts";

const now = Date.parse("2026-11-27T12:00:00Z");

it("says until when any message can be sent, also of a window of 72 hours", () => {
  const end = "2026-11-30T11:00:00.000Z";
  expect(windowNote(end, now)).toEqual({ word: "explain", date: new Date(end) });
  expect(english.window.explain).toBe("You can send any message until {date}.");
  expect(windowNote("2026-11-27T12:00:00.000Z", now).word).toBe("explainOver");
});
