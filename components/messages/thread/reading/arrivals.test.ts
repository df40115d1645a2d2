import { expect, it } from "vitest";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import type { Message } from "#server/messages/schema.ts";
import type { ThreadItem } from "../thread-items.ts";
import { arrivedSince, failedSince, fatesOf, knownAtFirst, reachOf, seenWith, wordsFor } from "./arrivals.ts";

const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;

function message(seq: number, minute: number): ThreadItem {
  const said = { id: `m${seq}`, seq, createdAt: at(minute) } as Message;
  return { kind: "message", key: said.id, message: said, place: { first: true, last: true }, chosen: undefined };
}

function note(id: string, minute: number): ThreadItem {
  return { kind: "note", key: id, note: { id, createdAt: at(minute) } as ConversationNote };
}

const day: ThreadItem = { kind: "day", key: "day", day: "2026-11-21", at: at(0) };
const keys = (items: readonly ThreadItem[]) => items.map(({ key }) => key);

it("counts a colleague's note like a message, and neither what was there nor earlier pages", () => {
  const read = reachOf([day, message(4, 1), note("old", 2)]);
  const grown = [day, note("older", 0), message(3, 0), message(4, 1), note("old", 2), note("new", 3), message(5, 3)];
  expect(keys(arrivedSince(read, grown))).toEqual(["new", "m5"]);
  expect(arrivedSince(reachOf(grown), grown)).toEqual([]);
});

it("counts all below the line New until it was in view, and what was leapt over once its reader comes by", () => {
  const line: ThreadItem = { kind: "new", key: "new" };
  const opened = [message(4, 1), line, message(5, 2), note("new", 3), message(6, 3), message(7, 4)];
  const known = knownAtFirst(opened);
  expect(keys(arrivedSince(known, opened))).toEqual(["m5", "new", "m6", "m7"]);
  expect(keys(arrivedSince(known, [message(3, 0), note("older", 0), ...opened]))).toHaveLength(4);
  const seen = seenWith(known, opened, { first: 0, last: 3 });
  expect(keys(arrivedSince(seen, opened))).toEqual(["m6", "m7"]);
  expect(seenWith(seen, opened, { first: 5, last: 5 })).toEqual(seen);
  expect(seenWith(seen, opened, { first: 0, last: 1 })).toEqual(seen);
  expect(arrivedSince(seenWith(seen, opened, { first: 4, last: 5 }), opened)).toEqual([]);
  expect(arrivedSince(knownAtFirst([message(1, 1), message(2, 2)]), [message(1, 1), message(2, 2)])).toEqual([]);
});

it("counts the first note of a thread", () => {
  expect(keys(arrivedSince(reachOf([message(1, 1)]), [message(1, 1), note("first", 2)]))).toEqual(["first"]);
});

it("tells nothing twice where the newest is taken away and comes back", () => {
  const told = reachOf([message(1, 1), note("gone", 2)]);
  expect(arrivedSince(reachOf([message(1, 1)], told), [message(1, 1), note("gone", 2)])).toEqual([]);
});

it("calls a note a note", () => {
  const [written, noted] = [message(5, 3), note("new", 3)] as const;
  const of = (...items: ThreadItem[]) => wordsFor(arrivedSince({ seq: 4, at: at(1) }, items));
  expect([of(written), of(noted), of(written, noted)]).toEqual(["newCount", "newNotes", "newBoth"]);
});

it("tells of a message that fails while one looks, and of none that had failed before it was loaded", () => {
  const failing = (seq: number): ThreadItem => {
    const item = message(seq, 1);
    return item.kind === "message" ? { ...item, message: { ...item.message, status: "failed" } } : item;
  };
  const own = { text: "On its way" };
  const outgoing = (failed: boolean) =>
    ({ kind: "outgoing", key: "own", outgoing: { failed, message: own } }) as ThreadItem;
  const before = fatesOf([failing(3), message(4, 1), outgoing(false)]);
  const after = [failing(1), failing(3), failing(4), outgoing(true)];
  expect(failedSince(before, after).map(({ key }) => key)).toEqual(["m4", "own"]);
  expect(failedSince(fatesOf(after), after)).toEqual([]);
});
