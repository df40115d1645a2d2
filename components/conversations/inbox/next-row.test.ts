import { expect, it } from "vitest";
import { placeOf, placesAround, rowBeside, stepFrom } from "./next-row.ts";

const rows = [{ id: "a" }, { id: "b" }, { id: "c" }];

it("goes on to the row below the one that was closed, at the end to the one above [found U7]", () => {
  expect(rowBeside(rows, "a")?.id).toBe("b");
  expect(rowBeside(rows, "c")?.id).toBe("b");
});

it("stays where nothing else is listed, or the conversation is not on the list [found U7]", () => {
  expect(rowBeside([{ id: "a" }], "a")).toBeUndefined();
  expect(rowBeside(rows, "z")).toBeUndefined();
});

it("goes on from where a row was that has left the list, and from the top when it was never there", () => {
  const last = { id: "b", at: 1 };
  const left = rows.filter(({ id }) => id !== "b");
  expect(placeOf(rows, "b", undefined)).toEqual({ at: 1, gone: false });
  const place = placeOf(left, "b", last);
  expect([left[stepFrom(place, "next")]?.id, left[stepFrom(place, "previous")]?.id]).toEqual(["c", "a"]);
  expect(stepFrom(placeOf(rows, "z", last), "next")).toBe(0);
  expect(stepFrom(placeOf(rows, undefined, undefined), "next")).toBe(0);
});

it("reads two ahead and one back, within the list, and none where nothing is open", () => {
  expect(placesAround({ at: 1, gone: false }, 9)).toEqual([2, 3, 0]);
  expect(placesAround({ at: 1, gone: true }, 9)).toEqual([1, 2, 0]);
  expect(placesAround({ at: 0, gone: false }, 2)).toEqual([1]);
  expect(placesAround({ at: 8, gone: false }, 9)).toEqual([7]);
  expect(placesAround({ at: -1, gone: false }, 9)).toEqual([]);
});
