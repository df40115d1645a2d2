import { expect, it } from "vitest";
import { readAmount } from "./amount-text.ts";

it("reads numbers as people of both languages write them", () => {
  const written = { "1250": 1250, "1250.5": 1250.5, "1 250,50": 1250.5, "1,250.50": 1250.5, "1.250,50": 1250.5 };
  for (const [text, value] of Object.entries(written)) expect(readAmount(text)).toBe(value);
  expect(readAmount("1.250")).toBe(1250);
  expect(readAmount("1,250,000")).toBe(1_250_000);
  expect(readAmount("-12,5")).toBe(-12.5);
  expect(readAmount("0")).toBe(0);
});

it("takes an empty text for no amount", () => {
  expect(readAmount("  ")).toBeNull();
});

it("says no to what is no number or too large", () => {
  for (const text of ["abc", "12€", "1e9", "--1", ".5", "1.2345"]) expect(readAmount(text)).toBe("invalid");
  expect(readAmount("1000000000000")).toBe("tooLarge");
  expect(readAmount("999999999999")).toBe(999_999_999_999);
});
