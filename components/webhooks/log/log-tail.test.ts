import { expect, it } from "vitest";
import { held, tailStart, union } from "./log-tail.ts";

const entry = (id: string, mark = "") => ({ id, mark });

it("shows each attempt once, the newest first, as it was read last", () => {
  const tail = [entry("5"), entry("3", "fresh")];
  const pages = [entry("4"), entry("3", "old"), entry("1")];
  expect(union(tail, pages)).toEqual([entry("5"), entry("4"), entry("3", "fresh"), entry("1")]);
});

it("holds still while paused and counts what came", () => {
  const items = [entry("5"), entry("4"), entry("2")];
  expect(held(items, "4")).toEqual({ shown: [entry("4"), entry("2")], newer: 1 });
  expect(held(items, undefined)).toEqual({ shown: items, newer: 0 });
  expect(held(items, "")).toEqual({ shown: [], newer: 3 });
});

it("looks back a little, for attempts that were written late", () => {
  const newest = { createdAt: "2026-11-21T10:00:30.000Z" };
  expect(tailStart(newest, undefined)).toBe("2026-11-21T10:00:15.000Z");
  expect(tailStart(newest, "2026-11-21T10:00:20.000Z")).toBe("2026-11-21T10:00:20.000Z");
  expect(tailStart(undefined, undefined)).toBeUndefined();
});
