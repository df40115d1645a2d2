import { expect, it } from "vitest";
import { customOptions } from "./custom-options.ts";

const defined = [
  { key: "budget", label: "Budget" },
  { key: "frame_size", label: "Frame size" },
];
const shown = (name: string, field: string | null = null) =>
  customOptions({ name, field }, defined).map(({ value, label, isNew }) => `${value} ${isNew ? "new " : ""}"${label}"`);
const ours = ['customFields.budget "Budget"', 'customFields.frame_size "Frame size"'];

it("offers the defined fields by their labels, and no second key of the same name", () => {
  expect(shown("Budget")).toEqual(ours);
  expect(shown("FRAME SIZE")).toEqual(ours);
  expect(shown("Budget", "customFields.budget")).toEqual(ours);
});

it("offers a key of the column's own where no field is called so, and keeps the one that was said", () => {
  expect(shown("Color")).toEqual([...ours, 'customFields.Color new "Color"']);
  expect(shown("Color", "customFields.budget")).toEqual([...ours, 'customFields.Color new "Color"']);
  expect(shown("Budget", "customFields.Budget")).toEqual([...ours, 'customFields.Budget new "Budget"']);
  expect(shown("")).toEqual(ours);
});
