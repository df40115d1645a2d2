import { expect, it } from "vitest";
import { addressNames, placeOf, reportKeys } from "./report-place.ts";

const empty = Object.fromEntries(addressNames.map((name) => [name, ""])) as Parameters<typeof placeOf>[1];
const placeWith = (given: Partial<typeof empty>) => placeOf("conversations", { ...empty, ...given }, "UTC");
const asksForFigures = (given: Partial<typeof empty>) =>
  JSON.stringify(reportKeys("conversations", { ...empty, ...given }, "UTC")).includes('"read"');

it("asks for no figures of a period that ends before it begins", () => {
  const backwards = { from: "2026-11-20", to: "2026-11-10" };
  expect(placeWith(backwards).refused).toBe("backwards");
  expect(asksForFigures(backwards)).toBe(false);
});

it("asks for no figures of more days than the interval allows", () => {
  const wide = { from: "2024-01-01", to: "2026-01-01", interval: "hour" };
  expect(placeWith(wide).refused).toBe("tooManyDays");
  expect(asksForFigures(wide)).toBe(false);
});

it("asks for a single day and for the days of every new page", () => {
  const oneDay = { from: "2026-11-20", to: "2026-11-20" };
  expect(placeWith(oneDay).refused).toBeUndefined();
  expect(placeWith({}).refused).toBeUndefined();
  expect(asksForFigures(oneDay)).toBe(true);
});
