import { expect, it } from "vitest";
import { stillOnTheWay } from "./still-on-the-way.ts";

const sent = (clientMessageId: string, failed = false) => ({ clientMessageId, failed, input: { message: "Done" } });
const keys = (...given: Parameters<typeof stillOnTheWay>) => stillOnTheWay(...given).map(({ key }) => key);

it("takes the place of a note on its way as soon as the thread has it, whoever told of it first", () => {
  expect(keys([sent("a")], [])).toEqual(["a"]);
  expect(keys([sent("a"), sent("b")], [{ clientNoteId: "a" }, { clientNoteId: null }])).toEqual(["b"]);
});

it("shows none that was refused: it stands in the box again", () => {
  expect(keys([sent("a", true), sent("b")], [])).toEqual(["b"]);
});
