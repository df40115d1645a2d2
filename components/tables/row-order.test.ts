import { expect, it } from "vitest";
import { landing, reordered } from "./row-order.ts";

it("moves one item and leaves the others in their order", () => {
  const list = ["a", "b", "c", "d"];
  expect(reordered(list, 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(reordered(list, 3, 0)).toEqual(["d", "a", "b", "c"]);
  expect(reordered(list, 1, 99)).toEqual(["a", "c", "d", "b"]);
  expect(reordered(list, 1, 1)).toBe(list);
  expect(reordered(list, 9, 0)).toBe(list);
});

it("lands where the line is drawn, whether it comes from above or below", () => {
  expect(landing(0, 2, "upper")).toBe(1);
  expect(landing(0, 2, "lower")).toBe(2);
  expect(landing(3, 1, "upper")).toBe(1);
  expect(landing(3, 1, "lower")).toBe(2);
  expect(landing(1, 1, "lower")).toBe(1);
});
