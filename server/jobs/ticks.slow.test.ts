import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { open } from "#server/conversations/closing.ts";
import { readConversation } from "#server/conversations/list/listing.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { every, TickRunner } from "./ticking.ts";
import { ticks } from "./ticks.ts";

const company = await openCompany("Ticks", ["talk"]);

async function run(name: string): Promise<void> {
  const tick = ticks.find((one) => one.name === name);
  if (!tick) throw new Error(`no tick ${name}`);
  await tick.run();
}

const state = async () => {
  const conversationId = company.given.conversationId ?? "";
  return (await readConversation.execute(company.admin, { conversationId })).state;
};

describe("what the leader does again and again", () => {
  it("makes conversations inactive after 24 hours of silence, not before", async () => {
    shiftClock(23 * hour);
    await run("conversations.sweepInactive");
    expect(await state()).toBe("opened");
    shiftClock(25 * hour);
    await run("conversations.sweepInactive");
    expect(await state()).toBe("inactive");
  });

  it("closes conversations that have been silent for longer than their chatbot waits", async () => {
    await systemPool().query(
      `update chatbots set "settings" = "settings" || '{"close_conversation_after": 1560}' where "companyId" = $1`,
      [company.companyId],
    );
    // Where a message waits for its time, the silence is meant.
    await systemPool().query(`delete from scheduled_messages where "companyId" = $1`, [company.companyId]);
    await run("conversations.closeIdle");
    expect(await state()).toBe("inactive");
    shiftClock(27 * hour);
    await run("conversations.closeIdle");
    expect(await state()).toBe("closed");
  });

  it("leaves open for as long what somebody has opened again (E3)", async () => {
    const conversationId = company.given.conversationId ?? "";
    await open.execute(company.admin, { conversationId });
    await run("conversations.closeIdle");
    expect(await state()).toBe("opened");
    shiftClock(54 * hour);
    await run("conversations.closeIdle");
    expect(await state()).toBe("closed");
  });

  it("leaves counters that need no more adding up", async () => {
    await run("counters.fold");
    const { rows } = await systemPool().query(
      `select count(*)::int as left from list_counter_deltas where "companyId" = $1`,
      [company.companyId],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  it("prunes what has outlived its use and nothing else", async () => {
    const insert = `insert into login_attempts ("key", "failures", "updatedAt") values ($1, 1, now() - $2::interval)`;
    await systemPool().query(insert, ["old", "3 days"]);
    await systemPool().query(insert, ["young", "1 hour"]);
    await run("rows.prune");
    const { rows } = await systemPool().query(`select "key" from login_attempts where "key" in ('old', 'young')`);
    expect(rows).toEqual([{ key: "young" }]);
  });

  it("runs each when it is due, never twice at once, and goes on after a failure", async () => {
    let runs = 0;
    let end: () => void = () => undefined;
    const slow = every(100, "slow", () => {
      runs += 1;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    let failures = 0;
    const failing = every(100, "failing", () => {
      failures += 1;
      return Promise.reject(new Error("on purpose"));
    });
    const runner = new TickRunner([slow, failing]);
    runner.runDue(1000);
    await Promise.resolve();
    runner.runDue(1050);
    runner.runDue(1200);
    expect(runs).toBe(1);
    end();
    await new Promise((resolve) => setImmediate(resolve));
    runner.runDue(1300);
    expect(runs).toBe(2);
    expect(failures).toBeGreaterThanOrEqual(2);
    end();
    await runner.stop();
  });

  it("goes on where the machine's clock is set back", async () => {
    let runs = 0;
    const runner = new TickRunner([every(20, "often", async () => runs++)]);
    runner.runDue();
    vi.useFakeTimers({ now: Date.now() - hour, toFake: ["Date"] });
    try {
      await pause(40);
      runner.runDue();
    } finally {
      vi.useRealTimers();
    }
    expect(runs).toBe(2);
    await runner.stop();
  });

  it("ends between two pieces of a long work when the process stops", async () => {
    let pieces = 0;
    const long = every(100, "long", async (stopping) => {
      for (; !stopping?.aborted; pieces += 1) await new Promise((resolve) => setImmediate(resolve));
    });
    const runner = new TickRunner([long]);
    runner.runDue();
    await expect.poll(() => pieces).toBeGreaterThan(1);
    await runner.stop();
    const done = pieces;
    await new Promise((resolve) => setImmediate(resolve));
    expect(pieces).toBe(done);
  });
});
