import { expect, it } from "vitest";
import { localText } from "#components/time/local-moment.ts";
import { laterChoices } from "./later-times.ts";

const named = (now: Date) => laterChoices(now).map(({ name, at }) => [name, localText(at.toISOString())]);

it("offers an hour from now, tomorrow morning and the coming Monday, each once [W8]", () => {
  expect(named(new Date(2026, 10, 18, 22, 30))).toEqual([
    ["inAnHour", "2026-11-18T23:30"],
    ["tomorrow", "2026-11-19T09:00"],
    ["monday", "2026-11-23T09:00"],
  ]);
  expect(named(new Date(2026, 10, 22, 12)).map(([name]) => name)).toEqual(["inAnHour", "tomorrow"]);
  expect(named(new Date(2026, 10, 23, 12)).at(-1)).toEqual(["monday", "2026-11-30T09:00"]);
});
