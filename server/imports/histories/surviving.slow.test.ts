import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { env } from "#server/config/env.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { spawnBot } from "#server/testing/processes/bot-spawning.ts";
import { type Progress, startTrial } from "#server/testing/systems/chatwoot-history.ts";

/** `npm run bench -- histories` takes 10,000 and kills ten times. */
const size = 400;

const company = await openCompany();

it("takes each conversation once, although its process is killed in the middle, and accounts for all [P4]", async () => {
  const trial = await startTrial(company.admin, company.given.channelId ?? "", size);
  afterAll(() => trial.close());
  const until = async (check: (one: Progress) => boolean): Promise<Progress> => {
    for (;;) {
      const one = await trial.progress();
      if (check(one)) return one;
      await pause(250);
    }
  };
  const first = spawnBot(env.databaseUrl ?? "");
  const halfway = await until(({ messages }) => messages > size / 4);
  first.process.kill("SIGKILL");
  expect(halfway.ended).toBe(false);
  const second = spawnBot(env.databaseUrl ?? "");
  try {
    expect(await until(({ ended }) => ended)).toMatchObject({ done: 2 * size, total: 2 * size, messages: 3 * size });
  } finally {
    second.process.kill("SIGKILL");
  }
  const { found, expected } = await trial.account();
  expect(found).toEqual(expected);
}, 1_200_000);
