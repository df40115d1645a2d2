import { expect, it } from "vitest";
import { tagsOf } from "./tag-list.ts";

it("reads the tags for a file of contacts from one line, each once [W9]", () => {
  expect(tagsOf(" fair 2026, VIP,,vip , new")).toEqual(["fair 2026", "VIP", "new"]);
  expect(tagsOf(" , ")).toEqual([]);
});
