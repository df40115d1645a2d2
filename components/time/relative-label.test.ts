import { describe, expect, it } from "vitest";
import { relativeLabel } from "./relative-label.ts";

const now = new Date("2026-11-21T15:00:00Z");
const label = (at: string, zone = "UTC", from = now) => relativeLabel(new Date(at), from, zone);

describe("relativeLabel", () => {
  it("says now under a minute, also when the server's clock is slightly ahead", () => {
    expect(label("2026-11-21T14:59:01Z")).toEqual({ kind: "now" });
    expect(label("2026-11-21T15:00:20Z")).toEqual({ kind: "now" });
  });

  it("counts whole minutes under an hour, even across midnight", () => {
    expect(label("2026-11-21T14:48:00Z")).toEqual({ kind: "minutes", minutes: 12 });
    expect(label("2026-11-20T23:50:00Z", "UTC", new Date("2026-11-21T00:10:00Z"))).toEqual({
      kind: "minutes",
      minutes: 20,
    });
    expect(label("2026-11-21T14:00:01Z")).toEqual({ kind: "minutes", minutes: 59 });
  });

  it("shows the time for the rest of today and of a future moment today", () => {
    expect(label("2026-11-21T14:00:00Z")).toEqual({ kind: "time" });
    expect(label("2026-11-21T00:00:00Z")).toEqual({ kind: "time" });
    expect(label("2026-11-21T18:00:00Z")).toEqual({ kind: "time" });
  });

  it("decides what today is in the reader's time zone", () => {
    expect(label("2026-11-21T03:00:00Z", "America/Bogota")).toEqual({ kind: "weekday" });
    expect(label("2026-11-21T06:00:00Z", "America/Bogota")).toEqual({ kind: "time" });
  });

  it("shows the weekday for six days back, then the day, then the year too", () => {
    expect(label("2026-11-20T23:00:00Z")).toEqual({ kind: "weekday" });
    expect(label("2026-11-15T00:00:00Z")).toEqual({ kind: "weekday" });
    expect(label("2026-11-14T23:59:00Z")).toEqual({ kind: "day" });
    expect(label("2025-12-31T23:59:00Z")).toEqual({ kind: "date" });
  });

  it("shows a day, not a weekday, for a date ahead", () => {
    expect(label("2026-11-23T10:00:00Z")).toEqual({ kind: "day" });
    expect(label("2027-01-02T10:00:00Z")).toEqual({ kind: "date" });
  });
});
