import { expect, it } from "vitest";
import { rowsWith } from "./edited-rows.ts";

it("keeps a row that is edited among those in view, once and in its order", () => {
  expect(rowsWith([10, 11, 12], [])).toEqual([10, 11, 12]);
  expect(rowsWith([10, 11, 12], [11])).toEqual([10, 11, 12]);
  expect(rowsWith([10, 11, 12], [40, 2])).toEqual([2, 10, 11, 12, 40]);
});
