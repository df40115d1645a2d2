import { expect, it } from "vitest";
import { pressedPlace } from "./pressed.ts";

const own = "https://chat.example";
const press = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false };
const link = { href: `${own}/contacts?search=a#b`, target: "", download: "" };

it("is the place that a plain press leads to", () => {
  expect(pressedPlace(press, link, own)).toBe("/contacts?search=a#b");
});

it.each([
  ["a new tab", { ...press, ctrlKey: true }, link],
  ["another button", { ...press, button: 1 }, link],
  ["a window of its own", press, { ...link, target: "_blank" }],
  ["another site", press, { ...link, href: "https://evil.example/" }],
  ["no link", press, null],
])("leaves %s to the browser", (_, pressed, given) => {
  expect(pressedPlace(pressed, given, own)).toBeUndefined();
});
