import { expect, it } from "vitest";
import { faultsOf, headerFault, headersOf, rowsOf } from "./header-rules.ts";

const fault = (name: string, value = "x", others: string[] = []) => headerFault({ name, value }, others);

it("takes what a delivery may carry", () => {
  expect(fault("Authorization", "Bearer abc")).toBeUndefined();
  expect(fault("X-Team", "")).toBeUndefined();
});

it("says which rule a header breaks", () => {
  expect(fault("Bad Name")).toBe("name");
  expect(fault("Content-Type")).toBe("reserved");
  expect(fault("x-webhook-secret")).toBe("reserved");
  expect(fault("X-A", "a\r\nX-B: b")).toBe("value");
  expect(fault("X-A", "ñ")).toBe("value");
  expect(fault("X-A", "a".repeat(1025))).toBe("long");
  expect(fault("x-a", "b", ["X-A"])).toBe("twice");
  expect(fault("", "b")).toBe("missing");
});

it("keeps a value that is not shown under its own name and at its own address only [found S5]", () => {
  const [row] = rowsOf({ "X-A": "********" });
  if (!row) throw new Error("a row");
  expect(faultsOf([row]).size).toBe(0);
  expect(headersOf([row])).toEqual({ "X-A": "********" });
  expect(faultsOf([{ ...row, name: "X-B" }]).get(row.id)).toBe("anew");
  expect(faultsOf([row], true).get(row.id)).toBe("anew");
  expect(faultsOf([{ ...row, value: "new" }], true).size).toBe(0);
});

it("passes over rows that were left empty, and comes back as it was given", () => {
  expect(faultsOf([...rowsOf({ "X-A": "1" }), { id: 9, name: "", value: "" }]).size).toBe(0);
  expect(headersOf([...rowsOf({ "X-A": "1", "X-B": " 2 " }), { id: 9, name: " ", value: "" }])).toEqual({
    "X-A": "1",
    "X-B": "2",
  });
});
