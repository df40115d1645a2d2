import { expect, it } from "vitest";
import { messageArguments } from "./icu-arguments.ts";

it("finds plain, typed and nested arguments and tags", () => {
  const text =
    "<b>{name}</b> sent {count, plural, =0 {nothing to {other}} one {# file} other {# files}} on {at, date, short}";
  expect(messageArguments(text)).toEqual(["<b>", "at:date", "count:plural", "name", "other"]);
});

it("takes quoted braces and apostrophes as text", () => {
  expect(messageArguments("it''s '{literal}' and don't, {real}")).toEqual(["real"]);
});

it.each(["{open", "close}", "{}", "{n, plural, one {x}}", "{n, plural}", "{n, select, other {x}"])(
  "refuses %s",
  (text) => {
    expect(() => messageArguments(text)).toThrow();
  },
);
