import { expect, it } from "vitest";
import { channelNames } from "#server/conversations/choices.ts";
import { isLast, withChannel } from "./answer-channels.ts";

it("leaves a channel out of all, and says all with none", () => {
  expect(withChannel([], "WEB", false)).toEqual(channelNames.filter((name) => name !== "WEB"));
  expect(withChannel(withChannel([], "WEB", false), "WEB", true)).toEqual([]);
});

it("keeps the last channel, for none would mean all", () => {
  expect(withChannel(["WEB"], "WEB", false)).toEqual(["WEB"]);
  expect(isLast(["WEB"], "WEB")).toBe(true);
  expect(isLast(["WEB"], "FACEBOOK")).toBe(false);
  expect(isLast(["WEB", "FACEBOOK"], "WEB")).toBe(false);
  expect(isLast([], "WEB")).toBe(false);
});
