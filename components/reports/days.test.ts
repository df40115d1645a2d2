import { expect, it } from "vitest";
import { midnightIn, shiftedDay, today } from "./days.ts";

it("begins a day at midnight of the company's clock, also where clocks change [R1]", () => {
  expect(midnightIn("UTC", "2026-11-22")).toBe("2026-11-22T00:00:00.000Z");
  expect(midnightIn("America/New_York", "2026-11-01")).toBe("2026-11-01T04:00:00.000Z");
  expect(midnightIn("America/New_York", "2026-11-02")).toBe("2026-11-02T05:00:00.000Z");
  expect(midnightIn("Asia/Kolkata", "2026-03-01")).toBe("2026-02-28T18:30:00.000Z");
  expect(midnightIn("America/Santiago", "2026-09-06")).toBe("2026-09-06T04:00:00.000Z");
  expect(midnightIn("America/Santiago", "2026-09-07")).toBe("2026-09-07T03:00:00.000Z");
  expect(midnightIn("America/Havana", "2026-03-08")).toBe("2026-03-08T05:00:00.000Z");
  expect(midnightIn("America/Havana", "2026-11-01")).toBe("2026-11-01T04:00:00.000Z");
  expect(midnightIn("Pacific/Apia", "2011-12-31")).toBe("2011-12-30T10:00:00.000Z");
  expect(midnightIn("UTC", "nonsense")).toBe("nonsense");
});

it("knows today there, and counts days over months", () => {
  expect(today("Asia/Kolkata", new Date("2026-02-28T20:00:00Z"))).toBe("2026-03-01");
  expect(shiftedDay("2026-03-01", -1)).toBe("2026-02-28");
  expect(shiftedDay("nonsense", 1)).toBe("nonsense");
});
