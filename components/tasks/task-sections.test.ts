import { describe, expect, it } from "vitest";
import { bySection, sectionOf } from "./task-sections.ts";

const madrid = "Europe/Madrid";
const at = (iso: string) => new Date(iso);

describe("the sections of open tasks", () => {
  it("are overdue from the minute on, today until midnight of the reader's zone, then later [W8]", () => {
    const now = at("2026-06-10T20:30:00Z");
    expect(sectionOf("2026-06-10T20:30:00.000Z", now, madrid)).toBe("overdue");
    expect(sectionOf("2026-06-10T21:59:59.999Z", now, madrid)).toBe("today");
    expect(sectionOf("2026-06-10T22:00:00.000Z", now, madrid)).toBe("later");
    expect(sectionOf("2026-06-10T22:00:00.000Z", now, "UTC")).toBe("today");
    expect(sectionOf(null, now, madrid)).toBe("undated");
  });

  it("end today at midnight also where the clock changes on the way [W8]", () => {
    const longDay = at("2026-10-24T22:30:00Z");
    expect(sectionOf("2026-10-25T22:59:00.000Z", longDay, madrid)).toBe("today");
    expect(sectionOf("2026-10-25T23:00:00.000Z", longDay, madrid)).toBe("later");
    const shortDay = at("2026-03-28T23:30:00Z");
    expect(sectionOf("2026-03-29T21:59:00.000Z", shortDay, madrid)).toBe("today");
    expect(sectionOf("2026-03-29T22:00:00.000Z", shortDay, madrid)).toBe("later");
  });

  it("stand in their order, without empty ones, and keep the order of the tasks [W8]", () => {
    const now = at("2026-06-10T12:00:00Z");
    const tasks = [
      { id: 1, dueAt: "2026-06-09T12:00:00.000Z" },
      { id: 2, dueAt: "2026-06-12T12:00:00.000Z" },
      { id: 3, dueAt: "2026-06-13T12:00:00.000Z" },
      { id: 4, dueAt: null },
    ];
    const found = bySection(tasks, now, "UTC").map(([name, members]) => [name, members.map(({ id }) => id)]);
    expect(found).toEqual([
      ["overdue", [1]],
      ["later", [2, 3]],
      ["undated", [4]],
    ]);
  });
});
