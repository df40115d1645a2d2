import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameStyle, pictureFrame } from "./picture-frame.ts";

const limits = { maxWidth: 240, maxHeight: 200, minWidth: 96, minHeight: 64 };
const unknown = { width: 240, height: 180 };
const frame = (width?: number | null, height?: number | null) => pictureFrame({ width, height }, limits, unknown);

describe("the room of a picture", () => {
  it("has the picture's own proportions where its size is known [found U9]", () => {
    expect(frame(1200, 600)).toEqual({ width: 240, height: 120 });
    expect(frame(600, 800)).toEqual({ width: 150, height: 200 });
    expect(frameStyle(frame(1200, 600))).toEqual({ width: 240, aspectRatio: "240 / 120" });
  });

  it("is not larger than the picture, and never too small to press [found U9]", () => {
    expect(frame(120, 100)).toEqual({ width: 120, height: 100 });
    expect(frame(1, 1)).toEqual({ width: 96, height: 64 });
    expect(frame(10, 4000)).toEqual({ width: 96, height: 200 });
  });

  it("is a fixed one where the size is not known [found U9]", () => {
    expect([frame(), frame(null, null), frame(300, null), frame(0, 300)]).toEqual([unknown, unknown, unknown, unknown]);
  });

  it("stays within its limits for every picture", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
        const found = frame(width, height);
        expect(found.width).toBeGreaterThanOrEqual(limits.minWidth);
        expect(found.width).toBeLessThanOrEqual(limits.maxWidth);
        expect(found.height).toBeGreaterThanOrEqual(limits.minHeight);
        expect(found.height).toBeLessThanOrEqual(limits.maxHeight);
      }),
    );
  });
});
