import { expect, it } from "vitest";
import { stillOnTheWay } from "./notes-on-the-way.ts";

const note = (id: string, text: string, authorId = "me") => ({ id, text, authorId });
const sent = (key: string, text: string, ...before: string[]) => ({ key, text, before: new Set(before) });
const keys = (...given: Parameters<typeof stillOnTheWay>) => stillOnTheWay(...given).map(({ key }) => key);

it("takes the place of a note on its way as soon as the thread has it, whoever told of it first", () => {
  expect(keys([sent("a", "Call back")], [], "me")).toEqual(["a"]);
  expect(keys([sent("a", "Call back")], [note("1", "Call back")], "me")).toEqual([]);
});

it("leaves it where the same words are somebody else's, or stood there before", () => {
  expect(keys([sent("a", "Done")], [note("1", "Done", "you")], "me")).toEqual(["a"]);
  expect(keys([sent("a", "Done", "1")], [note("1", "Done")], "me")).toEqual(["a"]);
});

it("takes one of two with the same words at a time", () => {
  expect(keys([sent("a", "Done"), sent("b", "Done")], [note("1", "Done")], "me")).toEqual(["b"]);
});
