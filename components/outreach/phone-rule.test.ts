import { expect, it } from "vitest";
import { isPhone } from "./phone-rule.ts";

it.each([
  ["+54 9 11 4444-5555", true],
  ["555-0147 ext", true],
  ["abc", false],
  ["call me maybe", false],
  ["12 34 56", false],
  ["", false],
])("takes %j for a phone number: %s", (text, expected) => {
  expect(isPhone(text)).toBe(expected);
});
