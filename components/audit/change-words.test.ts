import { expect, it } from "vitest";
import { tellChanges } from "./change-words.ts";

const fields: Record<string, string> = { readScope: "sees", maskedFields: "hidden", name: "name" };
const words = {
  readScope: (value: unknown) => (value === "all" ? "Everything" : undefined),
  maskedFields: (value: unknown) => (value === "email" ? "Email addresses" : "Phone numbers"),
};
const tell = (changes: Record<string, unknown>, gone = false) =>
  tellChanges(changes, gone, (name) => fields[name] ?? name, words);

it("says what a role was and is in the reader's words, and what it has no word for as it is", () => {
  expect(
    tell({ readScope: { before: "all", after: "team" }, maskedFields: { before: [], after: ["email", "phone"] } }),
  ).toBe("sees: Everything → team; hidden: – → Email addresses, Phone numbers");
});

it("says only what there is of a role that is new or has gone", () => {
  expect(tell({ name: { before: null, after: "Night" }, readScope: { before: null, after: "all" } })).toBe(
    "name: Night; sees: Everything",
  );
  expect(tell({ name: { before: "Night", after: null } }, true)).toBe("name: Night");
});
