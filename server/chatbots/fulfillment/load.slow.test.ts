import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { tasks } from "#server/jobs/tasks.ts";
import { ticks } from "#server/jobs/ticks.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { allowPrivateTargets } from "#server/outbound/targets.ts";
import { consumers } from "#server/relay/consumers.ts";
import { startRelay } from "#server/relay/relay.ts";
import { said } from "#server/testing/bot.ts";
import { openPools } from "#server/testing/pools.ts";
import { spawnBot, untilLeading } from "#server/testing/processes/bot-spawning.ts";
import { type Receiver, startReceiver } from "#server/testing/receiver.ts";
import { until } from "#server/testing/sockets.ts";
import { plainCompany, visitorOn } from "#server/testing/visitor.ts";

openPools();

let slow: CreatedCompany;
let quick: CreatedCompany;
let endpoint: Receiver;
let bot: ChildProcess | undefined;

beforeAll(async () => {
  endpoint = await startReceiver();
  slow = await plainCompany("Slow");
  quick = await plainCompany("Quick");
  await systemPool().query(
    `update chatbots set "settings" = "settings" || jsonb_build_object('global_fulfillment_url', $2::text) where "id" = $1`,
    [slow.chatbotId, endpoint.url],
  );
});
afterEach(() => stopBot());
afterAll(() => endpoint.close());

/** The relay, the worker and the ticks in a process of their own. */
async function startBot(): Promise<void> {
  const started = spawnBot(env.databaseUrl ?? "");
  bot = started.process;
  await untilLeading(started);
}

async function stopBot(): Promise<void> {
  if (!bot || bot.exitCode !== null) return;
  const gone = new Promise((resolve) => bot?.once("exit", resolve));
  bot.kill("SIGKILL");
  await gone;
  bot = undefined;
}

const robotLines = async (id: string) => (await said(id)).filter((line) => line.startsWith("robot"));

/** A conversation without fulfillment that the bot has answered once. */
async function quickTalk() {
  const visitor = await visitorOn(quick.channelId);
  const id = await visitor.begin("hello");
  await until(async () => (await robotLines(id)).length === 2, "the first answer");
  return { visitor, id };
}

/** Milliseconds from a visitor's message until the bot's answer is stored. */
async function answerTime({ visitor, id }: Awaited<ReturnType<typeof quickTalk>>): Promise<number> {
  const begun = performance.now();
  await visitor.post(`/conversations/${id}/messages`, { body: "Ana" });
  await until(async () => (await robotLines(id)).length === 3, "the answer");
  return performance.now() - begun;
}

/** The middle one of them: other processes of a busy machine are not what is measured. */
async function middleTime(talks: readonly Awaited<ReturnType<typeof quickTalk>>[]): Promise<number> {
  const times: number[] = [];
  for (const talk of talks) times.push(await answerTime(talk));
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** The relay, the worker and the ticks in this process, as the product runs them. */
async function withBot(work: () => Promise<void>): Promise<void> {
  const url = env.databaseUrl ?? "";
  await prepareJobs(url);
  const relay = await startRelay({ url, consumers, ticks });
  const worker = await startWorker({ url, tasks });
  try {
    await work();
  } finally {
    await worker.stop();
    await relay.stop();
  }
}

describe("endpoints that do not answer", () => {
  it("keep no other conversation waiting: 200 of them wait while one without is answered as fast as ever", {
    timeout: 240_000,
  }, async () => {
    endpoint.answer(() => undefined);
    allowPrivateTargets(true);
    const talks: Awaited<ReturnType<typeof quickTalk>>[] = [];
    let usual = 0;
    await withBot(async () => {
      for (let index = 0; index < 5; index += 1) talks.push(await quickTalk());
      const alone: Awaited<ReturnType<typeof quickTalk>>[] = [];
      for (let index = 0; index < 5; index += 1) alone.push(await quickTalk());
      usual = await middleTime(alone);
    });
    const ids: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const ten = Array.from({ length: 10 }, async () => (await visitorOn(slow.channelId)).begin("hello"));
      ids.push(...(await Promise.all(ten)));
    }
    await withBot(async () => {
      await endpoint.until(200, 60_000);
      const waiting = `select 1 from fulfillment_waits where "companyId" = $1`;
      expect((await systemPool().query(waiting, [slow.companyId])).rowCount).toBeGreaterThan(150);
      // Behind the calls that wait it would be seconds; how fast the machine is was measured before.
      expect(await middleTime(talks)).toBeLessThan(Math.max(300, 5 * usual));
      await until(async () => (await robotLines(ids.at(-1) ?? "")).length === 2, "the last turn goes on", 30_000);
      for (const id of ids) await until(async () => (await robotLines(id)).length === 2, "each turn goes on", 30_000);
    });
  });
});

describe("a process killed while it calls", () => {
  it("answers every visitor exactly once and repeats no call", { timeout: 90_000 }, async () => {
    endpoint.received.length = 0;
    endpoint.answer(() => undefined);
    await startBot();
    const ids = await Promise.all([1, 2, 3].map(async () => (await visitorOn(slow.channelId)).begin("hello")));
    await endpoint.until(3);
    await stopBot();
    const body = JSON.stringify({ response: { text: ["from the endpoint"] } });
    endpoint.answer((_request, response) => void response.writeHead(200).end(body));
    await startBot();
    await until(
      async () => (await Promise.all(ids.map(robotLines))).every((lines) => lines.length === 2),
      "answers",
      40_000,
    );
    await sleep(1500);
    for (const id of ids)
      expect(await robotLines(id)).toEqual([expect.anything(), "robot: Thanks. What is your name?"]);
    expect(endpoint.received).toHaveLength(3);
    const { rows } = await systemPool().query(
      `select "outcome" from fulfillment_calls where "conversationId" = any($1::uuid[])`,
      [ids],
    );
    expect(rows).toEqual(ids.map(() => ({ outcome: "interrupted" })));
  });
});
