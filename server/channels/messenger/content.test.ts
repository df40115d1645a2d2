import { describe, expect, it } from "vitest";
import { truncate } from "#server/base/truncate.ts";
import { referralSchema } from "#server/channels/inbound/schema.ts";
import { tidy } from "#server/templates/filling.ts";
import { contentOf } from "./content.ts";

describe("texts that are cut", () => {
  const bike = `${"x".repeat(1023)}🚲 and more`;

  it("keep whole characters: the database takes no half of one", () => {
    expect(truncate(bike, 1024)).toBe("x".repeat(1023));
    expect(truncate(bike, 1025)).toBe(`${"x".repeat(1023)}🚲`);
    expect(truncate("short 🚲", 100)).toBe("short 🚲");
    expect(tidy(bike).isWellFormed()).toBe(true);
    const caption = `${"x".repeat(499)}🚲`;
    const reel = { attachments: [{ type: "ig_reel", payload: { url: "https://x.example/1", title: caption } }] };
    expect(contentOf(reel)).toMatchObject({ details: { about: { title: "x".repeat(499) } } });
    expect(referralSchema.shape.body.parse(bike).isWellFormed()).toBe(true);
  });
});
