import { expect, it } from "vitest";
import { typedAddress } from "./typed-address.ts";

it.each([
  ["+54 9 11 4444-5555", { phone: "+54 9 11 4444-5555" }],
  [" (011) 4444-5555 ", { phone: "(011) 4444-5555" }],
  ["ana@example.com", { email: "ana@example.com" }],
  ["Ana Torres", undefined],
  ["order 1234567", undefined],
  ["123", undefined],
  ["1".repeat(16), undefined],
  ["ana@example", undefined],
  ["", undefined],
])("reads %j as %j [W5]", (typed, found) => {
  expect(typedAddress(typed)).toEqual(found);
});
