import { describe, expect, it } from "vitest";
import { type Place, placeOf, type Reading, readOn } from "./reading-end.ts";

const near = 48;
const after = (...places: Place[]) =>
  places.reduce<Reading | undefined>((before, place) => readOn(before, place, near), undefined);

describe("a person who reads a thread", () => {
  it("stays at the end while what is below grows, as a picture that loads [found U9]", () => {
    expect(after({ top: 500, below: 0 }, { top: 500, below: 140 })?.atEnd).toBe(true);
    expect(after({ top: 500, below: 0 }, { top: 500, below: 140 }, { top: 640, below: 300 })?.atEnd).toBe(true);
  });

  it("is away once they have scrolled up, and stays so whatever grows [found U9]", () => {
    const up = after({ top: 500, below: 0 }, { top: 400, below: 100 });
    expect(up?.atEnd).toBe(false);
    expect(readOn(up, { top: 400, below: 900 }, near).atEnd).toBe(false);
    expect(readOn(up, { top: 1400, below: 900 }, near).atEnd).toBe(false);
  });

  it("is away when they scroll up slowly while something grew [found U9]", () => {
    const grown = after({ top: 500, below: 0 }, { top: 500, below: 140 });
    const first = readOn(grown, { top: 499.4, below: 140.6 }, near);
    expect(readOn(first, { top: 498.8, below: 141.2 }, near).atEnd).toBe(false);
  });

  it("is at the end again when they come back, or when it shrinks to them", () => {
    expect(after({ top: 400, below: 100 }, { top: 500, below: 0 })?.atEnd).toBe(true);
    expect(after({ top: 500, below: 0 }, { top: 300, below: 0 })?.atEnd).toBe(true);
  });

  it("begins wherever the thread stands", () => {
    expect(after({ top: 100, below: 700 })?.atEnd).toBe(false);
    expect(after(placeOf({ scrollTop: 700, scrollHeight: 1000, clientHeight: 300 }))?.atEnd).toBe(true);
  });
});
