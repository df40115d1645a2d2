import { describe, expect, it } from "vitest";
import { dataDiff } from "./data-diff.ts";

const nothing = { name: "", email: "", phone: "", custom: {} };

describe("the difference a turn makes", () => {
  it("is one line per value, known values that stayed included", () => {
    const before = { name: "", email: "ana@example.com", phone: "1", custom: { plan: "basic", old: 1, list: [1] } };
    const after = { name: "Ana", email: "ana@example.com", phone: "", custom: { plan: "pro", list: [1], vip: true } };
    expect(dataDiff(before, after)).toEqual([
      { path: "name", kind: "added", before: "", after: "Ana" },
      { path: "email", kind: "same", before: "ana@example.com", after: "ana@example.com" },
      { path: "phone", kind: "removed", before: "1", after: "" },
      { path: "custom.list", kind: "same", before: "[1]", after: "[1]" },
      { path: "custom.old", kind: "removed", before: "1", after: "" },
      { path: "custom.plan", kind: "changed", before: "basic", after: "pro" },
      { path: "custom.vip", kind: "added", before: "", after: "true" },
    ]);
  });

  it("is nothing where nothing is known, and takes keys of objects for no values", () => {
    expect(dataDiff(nothing, nothing)).toEqual([]);
    expect(dataDiff(nothing, { ...nothing, custom: { constructor: null } })).toEqual([
      { path: "custom.constructor", kind: "added", before: "", after: "null" },
    ]);
  });
});
