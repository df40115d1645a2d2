import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { prepareText, readTrigger } from "#server/chatbots/flow/triggers.ts";
import { env } from "#server/config/env.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { until } from "#server/testing/sockets.ts";
import { converse, say } from "#server/testing/talking.ts";
import type { RuleDryRun } from "./schema.ts";

const company = await openCompany("Patterns", ["talk"]);
const admin = await openApi(company);
let relay: Relay;

beforeAll(async () => {
  await prepareJobs(env.databaseUrl ?? "");
  relay = await startRelay({ url: env.databaseUrl ?? "", consumers: [], ticks: [] });
});
afterAll(() => relay.stop());

const onMessage = { type: "conversation/message" };
const slow = Array.from({ length: 5 }, (_, at) => ({ type: "regex" as const, value: `(a?){200}x${at}$` }));
const text = "a".repeat(300);
const tryOut = async (matches: object[]) =>
  (await admin.post<RuleDryRun>("/v1/rules/dry-run", { trigger: onMessage, conditions: { matches } })).body;

/** The longest that nothing else was done while this was. */
async function stallOf(work: Promise<unknown>): Promise<number> {
  let [done, longest] = [false, 0];
  const ended = work.finally(() => {
    done = true;
  });
  while (!done) {
    const begun = performance.now();
    await pause(1);
    longest = Math.max(longest, performance.now() - begun);
  }
  await ended;
  return longest;
}

it("tries patterns on many messages without keeping others waiting, and says where it stopped [found S7]", async () => {
  const { id } = await converse(admin, company, { from: "p-1" });
  for (let n = 0; n < 120; n += 1) await say(admin, id, "visitor", { body: text });
  await until(async () => (await tryOut([{ type: "contains", value: "aaa" }])).matched === 120);
  const began = performance.now();
  let told: RuleDryRun | undefined;
  const stall = await stallOf(
    tryOut(slow).then((body) => {
      told = body;
    }),
  );
  const took = performance.now() - began;
  expect(told).toMatchObject({ matched: 0, complete: false });
  // One message costs some milliseconds, all of them a second.
  expect(stall).toBeLessThan(Math.max(took / 3, 250));
  expect(await tryOut([{ type: "regex", value: "^a{3,}$" }])).toMatchObject({ matched: 120, complete: true });
});

it("gives all patterns together one budget for a message [found S7]", () => {
  const prepared = prepareText(text);
  expect(prepared.steps.left).toBe(300_000);
  const actions = { stopNextMessage: false, ignoreLead: false };
  const trigger = { id: "", name: "", enabled: true, conditions: { matches: slow }, actions };
  const arrival = { channel: "WEBSITE" as const, channelId: "", open: true, fired: [] };
  expect(readTrigger(trigger, prepared, arrival).verdict).toBe("text");
  // The first was run, and the others would have cost as much.
  expect(prepared.steps.left).toBeGreaterThan(0);
  expect(prepared.steps.left).toBeLessThan(150_000);
});
