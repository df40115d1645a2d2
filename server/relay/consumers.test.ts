import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { RelayedEvent } from "#server/kit/relay/consumer.ts";
import { consumers } from "./consumers.ts";
import { jobsOf } from "./round.ts";

const jobsAfter = (type: string) => jobsOf([{ type, data: {} } as RelayedEvent], consumers);

/** Of changes of many, imports and mails: the last that somebody waits for. */
const waitedFor = 10;

it("a hundred thousand deletions of one company stand behind all that others wait for", () => {
  for (const type of ["conversation/deleted", "contact/deleted"]) {
    const jobs = jobsAfter(type);
    expect(jobs.map(({ task }) => task)).toContain("erasures.scrub");
    for (const { priority } of jobs) expect(priority).toBeGreaterThan(waitedFor);
  }
});

it("ten thousand visitors of one company keep nobody else's waiting, and are answered at once where nobody else waits", () => {
  const says = (companyId: string) =>
    ({ type: "conversation/message", data: {}, companyId, messageFrom: "visitor", botHears: true }) as RelayedEvent;
  const [busy, calm] = [newId(), newId()];
  const priorities = (companyId: string, times: number, at: number) =>
    jobsOf(
      Array.from({ length: times }, () => says(companyId)),
      consumers,
      at,
    ).map(({ priority }) => priority);
  const at = Date.now();
  const first = priorities(calm, 1, at)[0] ?? 0;
  const many = priorities(busy, 10_000, at);
  expect(many.filter((priority) => priority === first)).toHaveLength(100);
  expect(priorities(calm, 5, at).every((priority) => priority < Math.max(...many))).toBe(true);
  // Nothing but other live answers goes before them.
  expect(Math.max(...many)).toBeLessThan(
    Math.min(...consumers.flatMap(({ task, priority = 0 }) => (task === "bot.turn" ? [] : priority))),
  );
  expect(new Set(priorities(busy, 50, at + 70_000))).toEqual(new Set([first]));
});
