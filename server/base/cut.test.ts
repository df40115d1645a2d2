import { describe, expect, it } from "vitest";
import { referralSchema } from "#server/channels/inbound/schema.ts";
import { tidy } from "#server/templates/filling.ts";
import { cut } from "./cut.ts";

describe("texts that are cut", () => {
  const bike = `${"x".repeat(1023)}🚲 and more`;

  it("keep whole characters: the database takes no half of one", () => {
    expect(cut(bike, 1024)).toBe("x".repeat(1023));
    expect(cut(bike, 1025)).toBe(`${"x".repeat(1023)}🚲`);
    expect(cut("short 🚲", 100)).toBe("short 🚲");
    expect(tidy(bike).isWellFormed()).toBe(true);
    expect(referralSchema.shape.body.parse(bike).isWellFormed()).toBe(true);
  });
});
