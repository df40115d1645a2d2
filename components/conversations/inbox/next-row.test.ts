import { expect, it } from "vitest";
import { rowBeside } from "./next-row.ts";

const rows = [{ id: "a" }, { id: "b" }, { id: "c" }];

it("goes on to the row below the one that was closed, at the end to the one above [found U7]", () => {
  expect(rowBeside(rows, "a")?.id).toBe("b");
  expect(rowBeside(rows, "c")?.id).toBe("b");
});

it("stays where nothing else is listed, or the conversation is not on the list [found U7]", () => {
  expect(rowBeside([{ id: "a" }], "a")).toBeUndefined();
  expect(rowBeside(rows, "z")).toBeUndefined();
});
