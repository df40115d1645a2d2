import { expect, it } from "vitest";
import type { Figure, Report } from "#server/reports/schema.ts";
import { csvOf } from "./csv.ts";

const none = { mean: null, median: null, p90: null };
const created = (count: number): Figure => ({ name: "created", value: count, count, ...none });
const time: Figure = { name: "firstResponse", value: 60.5, count: 2, mean: 61, median: 60.5, p90: 70 };

it("leaves columns empty that a division does not have [R3]", () => {
  const report: Report = {
    ...{ name: "bot", from: "2026-11-01T00:00:00.000Z", to: "2026-11-02T00:00:00.000Z", interval: "day" },
    ...{ timeZone: "UTC", definitions: [], hours: [], businessHours: false, calendarName: null, narrowed: false },
    total: [created(3), { ...created(2), name: "botAsked" }],
    series: [],
    groups: [{ by: "step", id: "ASK_NAME", name: "ASK_NAME", figures: [{ ...created(2), name: "botAsked" }] }],
  };
  const lines = csvOf(report, { figure: (name) => name, period: "Period", none: "None", gone: "Deleted" }).split(
    "\r\n",
  );
  expect(lines[0]).toBe("Period,created,botAsked");
  expect(lines[2]).toBe("ASK_NAME,,2");
});

it("writes what the screen shows: in all, over time and by group, and runs no formula [R3]", () => {
  const report: Report = {
    ...{ name: "agents", from: "2026-11-01T00:00:00.000Z", to: "2026-11-02T00:00:00.000Z", interval: "day" },
    ...{ timeZone: "UTC", definitions: [], hours: [], businessHours: false, calendarName: null, narrowed: false },
    total: [created(3), time],
    series: [{ from: "2026-11-01T00:00:00.000Z", figures: [created(3), time] }],
    groups: [
      { by: "agent", id: "1", name: '=cmd|"x",\ry', figures: [created(2), time] },
      { by: "agent", id: "", name: "", figures: [created(1), { ...time, ...none, value: null, count: 0 }] },
    ],
  };
  const text = csvOf(report, { figure: (name) => name, period: "Period", none: "None", gone: "Deleted" });
  expect(text.split("\r\n")).toEqual([
    'Period,created,"firstResponse (median, s)","firstResponse (mean, s)","firstResponse (p90, s)",firstResponse (count)',
    "2026-11-01T00:00:00.000Z – 2026-11-02T00:00:00.000Z,3,60.5,61,70,2",
    "2026-11-01T00:00:00.000Z,3,60.5,61,70,2",
    `"'=cmd|""x"",\ry",2,60.5,61,70,2`,
    "None,1,,,,0",
    "",
  ]);
});
