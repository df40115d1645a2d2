import { expect, it } from "vitest";
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
