import { beforeEach, expect, it, vi } from "vitest";
import { isFirst } from "./sound.ts";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});

it("sounds in one of a person's tabs alone", () => {
  expect([isFirst("ana", 7), isFirst("ana", 7), isFirst("ana", 6), isFirst("ana", 8)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

it("sounds in a company that has counted fewer events than another of this browser", () => {
  expect([isFirst("ana-in-a-great-company", 1_000_000), isFirst("ana-in-a-new-one", 12)]).toEqual([true, true]);
  expect(isFirst("ana-in-a-new-one", 12)).toBe(false);
});

it("sounds after an earlier version of this page, which kept the number alone", () => {
  kept.set("parley:heard", "1000000");
  expect(isFirst("ana", 12)).toBe(true);
});
