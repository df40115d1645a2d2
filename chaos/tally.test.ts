import { expect, it } from "vitest";
import { linesOf, tableOf } from "./tally.ts";

const outcome = (fault: string, wellMs: number[], wrong: string[] = []) => ({ fault, wellMs, messages: 10, wrong });

it("sums up the kills of each kind: how many left something wrong, the median and the worst time", () => {
  const lines = linesOf([
    outcome("kill-web", [3000]),
    outcome("full-disk", [700]),
    outcome("kill-web", [1000, 2000], ["lost", "doubled"]),
    outcome("full-disk", [900]),
  ]);
  expect(lines).toEqual([
    { kind: "full-disk", kills: 2, faults: 0, messages: 20, medianMs: 800, worstMs: 900 },
    { kind: "kill-web", kills: 3, faults: 1, messages: 20, medianMs: 2000, worstMs: 3000 },
  ]);
  expect(tableOf(lines)).toEqual([
    "kind       kills  faults  messages  median  worst",
    "full-disk      2       0        20   0.8 s  0.9 s",
    "kill-web       3       1        20   2.0 s  3.0 s",
  ]);
});
