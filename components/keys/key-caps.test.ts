import { expect, it } from "vitest";
import { keyCaps } from "./key-caps.ts";

it("names modifiers as the platform does", () => {
  expect(keyCaps("mod+k", "apple")).toEqual(["⌘", "K"]);
  expect(keyCaps("mod+shift+enter", "other")).toEqual(["Ctrl", "Shift", "↵"]);
});

it("draws a sequence one key after the other, and signs as they are", () => {
  expect(keyCaps("g i", "other")).toEqual(["G", "I"]);
  expect(keyCaps("?", "other")).toEqual(["?"]);
  expect(keyCaps("[", "other")).toEqual(["["]);
});
