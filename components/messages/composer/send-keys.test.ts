import { expect, it } from "vitest";
import { sendsWith } from "./send-keys.ts";

const stroke = (key: string, held: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

it("sends with Enter and breaks the line with Shift", () => {
  expect(sendsWith(stroke("Enter"), "enter", false)).toBe(true);
  expect(sendsWith(stroke("Enter", { shiftKey: true }), "enter", false)).toBe(false);
  expect(sendsWith(stroke("a"), "enter", false)).toBe(false);
});

it("leaves Enter to the text where the person or the touch keyboard wants it so", () => {
  expect(sendsWith(stroke("Enter"), "mod+enter", false)).toBe(false);
  expect(sendsWith(stroke("Enter"), "enter", true)).toBe(false);
  expect(sendsWith(stroke("Enter", { ctrlKey: true }), "mod+enter", true)).toBe(true);
  expect(sendsWith(stroke("Enter", { metaKey: true }), "enter", false)).toBe(true);
});
