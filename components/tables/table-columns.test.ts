import { expect, it } from "vitest";
import { type Column, toggledSort, visibleOf } from "./table-columns.ts";

const column = (id: string, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  header: id,
  cell: (row) => row,
  ...more,
});
const columns = [
  column("name"),
  column("email", { hideable: true }),
  column("utm", { hideable: true, hiddenAtFirst: true }),
];
const ids = (chosen: string[] | undefined) => visibleOf(columns, chosen).map(({ id }) => id);

it("hides what starts hidden until the reader chooses", () => {
  expect(ids(undefined)).toEqual(["name", "email"]);
  expect(ids(["utm"])).toEqual(["name", "utm"]);
});

it("never hides a column that may not be hidden", () => {
  expect(ids([])).toEqual(["name"]);
});

it("sorts a new column ascending and the same one the other way round", () => {
  expect(toggledSort(undefined, "name")).toEqual({ id: "name", direction: "asc" });
  expect(toggledSort({ id: "name", direction: "asc" }, "name")).toEqual({ id: "name", direction: "desc" });
  expect(toggledSort({ id: "name", direction: "desc" }, "name")).toEqual({ id: "name", direction: "asc" });
  expect(toggledSort({ id: "email", direction: "asc" }, "name")).toEqual({ id: "name", direction: "asc" });
});
