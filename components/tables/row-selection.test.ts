import { describe, expect, it } from "vitest";
import { headState, leftList, selectedIn, stillListed, toggledRows } from "./row-selection.ts";

const keys = ["a", "b", "c", "d"];

describe("toggledRows", () => {
  it("checks and unchecks one row and leaves the given set alone", () => {
    const before = new Set(["a"]);
    expect(toggledRows(before, keys, "b", { from: "a", extend: false })).toEqual(new Set(["a", "b"]));
    expect(toggledRows(before, keys, "a", { from: "a", extend: false })).toEqual(new Set());
    expect(before).toEqual(new Set(["a"]));
  });

  it("extends in both directions with shift, to the state the touched row takes", () => {
    expect(toggledRows(new Set(["a"]), keys, "c", { from: "a", extend: true })).toEqual(new Set(["a", "b", "c"]));
    expect(toggledRows(new Set(["d"]), keys, "b", { from: "d", extend: true })).toEqual(new Set(["b", "c", "d"]));
    expect(toggledRows(new Set(keys), keys, "c", { from: "a", extend: true })).toEqual(new Set(["d"]));
  });

  it("touches only the row itself when the last one touched is gone", () => {
    expect(toggledRows(new Set(), keys, "c", { from: "gone", extend: true })).toEqual(new Set(["c"]));
  });
});

describe("headState", () => {
  it("counts only the rows in view", () => {
    expect(headState(new Set(["other page"]), keys)).toBe(false);
    expect(headState(new Set(["a", "other page"]), keys)).toBe("indeterminate");
    expect(headState(new Set(keys), keys)).toBe(true);
    expect(headState(new Set(), [])).toBe(false);
  });
});

it("selects nothing in a list that was selected while another search stood", () => {
  const selected = { list: "tag=vip", keys: new Set(["a", "b"]) };
  expect(selectedIn("tag=vip", selected)).toEqual(new Set(["a", "b"]));
  expect(selectedIn("tag=vip&search=ana", selected)).toEqual(new Set());
});

it("no longer selects what has left the list, and all of it again once a list that was reset is back", () => {
  const selected = new Set(["a", "b", "c"]);
  expect(stillListed(selected, ["x", "a", "c"])).toEqual(new Set(["a", "c"]));
  expect(stillListed(selected, [])).toEqual(new Set());
  expect(stillListed(selected, ["c", "b", "a", "d"])).toBe(selected);
  expect(stillListed(new Set(), ["a"])).toEqual(new Set());
});

it("tells a row that a change took out of its page from one that went on to the next", () => {
  expect(leftList(["a", "b", "c"], ["new", "a"], new Set(["b", "x"]))).toEqual(["b"]);
  expect(leftList(["a", "b"], ["b", "a"], new Set(["a"]))).toEqual([]);
});
