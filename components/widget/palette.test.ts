import fc from "fast-check";
import { expect, it } from "vitest";
import { contrast, isSeen, readableOn } from "./palette.ts";

it("finds readable text for any colour a company picks", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(hex, (color) => {
      expect(contrast(color, readableOn(color))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

it("tells which colours are lost on the chat's surface", () => {
  expect([isSeen("#ffffff", "light"), isSeen("#ffffff", "dark")]).toEqual([false, true]);
  expect([isSeen("#101417", "light"), isSeen("#101417", "dark")]).toEqual([true, false]);
});

it("knows the contrast of black and white", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
});
