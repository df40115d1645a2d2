import { expect, it } from "vitest";
import { parseColor, swatches } from "./swatches.ts";

it("accepts short and long colours, with and without the sign, in any case", () => {
  expect(parseColor(" #0e7c99 ")).toBe("#0E7C99");
  expect(parseColor("0E7C99")).toBe("#0E7C99");
  expect(parseColor("#abc")).toBe("#AABBCC");
});

it.each(["", "#12", "#12345", "#1234567", "red", "#GGGGGG", "#0E7C99;x"])("refuses %j", (text) => {
  expect(parseColor(text)).toBeUndefined();
});

it("offers each colour once, in the form it is stored", () => {
  for (const { value } of swatches) expect(parseColor(value)).toBe(value);
  expect(new Set(swatches.map(({ value }) => value)).size).toBe(swatches.length);
});
