import { expect, it } from "vitest";
import { waitingGroupOf, waitingGroups, waitingHeads } from "./waiting-groups.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const none = new Map<string, string | null>();
const heads = (waits: readonly (number | null)[], held: ReadonlyMap<string, string | null> = none, later = 0) =>
  waitingHeads(
    waits.map((minutes, index) => ({ id: String(index), waitingSince: minutes === null ? null : ago(minutes) })),
    held,
    now + later * 60_000,
    (group) => group,
  ).map(({ label, at }) => [label, at]);

it("knows five groups, each beginning exactly at its time [W4]", () => {
  const of = (minutes: number) => waitingGroupOf(ago(minutes), now);
  expect([1440, 1439, 240, 239, 60, 59, 0, -1].map(of)).toEqual([
    ...["day", "fourHours", "fourHours", "hour", "hour", "less", "less", "less"],
  ]);
  expect(waitingGroupOf(null, now)).toBe("none");
  expect(waitingGroups).toEqual(["day", "fourHours", "hour", "less", "none"]);
});

it("puts a head before the first row of each group that has one, and moves it as time passes [W4]", () => {
  const waits = [2000, 1430, 70, 65, 10, null, null];
  expect(heads(waits)).toEqual([
    ["day", 0],
    ["fourHours", 1],
    ["hour", 2],
    ["less", 4],
    ["none", 5],
  ]);
  expect(heads(waits, none, 60)).toEqual([
    ["day", 0],
    ["hour", 2],
    ["none", 5],
  ]);
  expect(heads([])).toEqual([]);
});

it("keeps what was answered under its head while the list is held still [W4]", () => {
  const held = new Map([["1", ago(1500)]]);
  expect(heads([2000, null, 1450, 10], held)).toEqual([
    ["day", 0],
    ["less", 3],
  ]);
});
