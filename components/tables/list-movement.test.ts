import { expect, it } from "vitest";
import { movedIndex } from "./list-movement.ts";

it("starts at the first row when nothing has the cursor", () => {
  expect(movedIndex(-1, "next", 5, 3)).toBe(0);
  expect(movedIndex(-1, "previous", 5, 3)).toBe(0);
  expect(movedIndex(-1, "last", 5, 3)).toBe(4);
});

it("moves by one and by page, and stops at both ends", () => {
  expect(movedIndex(2, "next", 5, 3)).toBe(3);
  expect(movedIndex(4, "next", 5, 3)).toBe(4);
  expect(movedIndex(0, "previous", 5, 3)).toBe(0);
  expect(movedIndex(1, "nextPage", 5, 3)).toBe(4);
  expect(movedIndex(3, "nextPage", 5, 3)).toBe(4);
  expect(movedIndex(4, "previousPage", 5, 3)).toBe(1);
  expect(movedIndex(3, "first", 5, 3)).toBe(0);
});

it("has nowhere to go in an empty list", () => {
  expect(movedIndex(-1, "next", 0, 3)).toBe(-1);
});
