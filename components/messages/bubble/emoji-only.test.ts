import { expect, it } from "vitest";
import { isEmojiOnly } from "./emoji-only.ts";

it("knows one to three emoji, joined ones and flags as one each", () => {
  for (const text of ["🎉", " 👍🏽 ", "👩‍👩‍👧‍👦❤️", "🇪🇸🇲🇽🇦🇷", "1️⃣", "🎉 🎉 🎉"]) expect(isEmojiOnly(text)).toBe(true);
});

it("is not fooled by words, digits, blanks or many emoji", () => {
  for (const text of ["", "  ", "ok 👍", "123", "🎉🎉🎉🎉", "a", "©opy", "—"]) expect(isEmojiOnly(text)).toBe(false);
});
