import { afterEach, describe, expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { claimNext, keepClaim, noteLeaving, recoverStuck, settle } from "#server/messages/queue/send-queue.ts";
import { reply } from "#server/messages/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { findConnection } from "../connection/connecting.ts";
import { connectorFor } from "../connectors.ts";
import { type Keeper, leave } from "./leaving.ts";

let next = 5491155590000;

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);
afterEach(async () => {
  shiftClock(0);
  await line.faults({ errorRate: 0 });
});

/** An answer that waits, and a keeper of its claim whose database goes away as `outage` says. */
async function claimed(outage: (keeper: Keeper) => Keeper) {
  next += 1;
  const peer = String(next);
  await line.customer(peer);
  await line.settled();
  const id = await line.conversation(peer);
  await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "hello" });
  const taken = (await claimNext.execute(line.actor, { conversationId: id })).claimed;
  const connection = await findConnection(line.actor, line.channelId);
  if (!taken || !connection) throw new Error("nothing to send");
  const claim = { messageId: taken.message.id, attempt: taken.attempts };
  const keeper = outage({
    keep: () => keepClaim.execute(line.actor, claim),
    leaving: async () => (await noteLeaving.execute(line.actor, claim)).mine,
    settle: (outcome) => settle.execute(line.actor, { ...claim, channelId: line.channelId, outcome }),
  });
  const parts = connectorFor(connection.platform).render({ ...taken.message, extra: {}, language: "en" });
  const to = { phone: peer, userId: null };
  const tried = taken.attempts;
  const send = () =>
    leave({ actor: line.actor, connection, to, tried, keeper, parts, from: 0, callbackData: () => "" });
  /** Long after, when whatever nobody has settled is given up. */
  const sentLater = async () => {
    shiftClock(minute);
    await recoverStuck.execute(line.actor, {});
    await line.drain(id);
    return (await line.phone(peer)).length;
  };
  return { send, sentLater };
}

const unavailable = () => new AppError("unavailable");

describe("while the database is away", () => {
  it("what the platform refused for now is stored as soon as it is back, and leaves then", async () => {
    let outages = 2;
    const { send, sentLater } = await claimed((keeper) => ({
      ...keeper,
      settle: async (outcome) => {
        outages -= 1;
        if (outages >= 0) throw unavailable();
        return keeper.settle(outcome);
      },
    }));
    await line.faults({ errorRate: 100, errorCode: 131016 });
    expect((await send()).waitMs).toBeGreaterThan(0);
    await line.faults({ errorRate: 0 });
    expect(await sentLater()).toBe(1);
  });

  it("what was marked as leaving and did not leave leaves later, once", async () => {
    const { send, sentLater } = await claimed((keeper) => ({
      ...keeper,
      leaving: async () => {
        await keeper.leaving();
        throw unavailable();
      },
    }));
    expect((await send()).waitMs).toBeGreaterThan(0);
    expect(await sentLater()).toBe(1);
  });

  it("what the platform took counts as sent once it can be stored, and does not leave again", async () => {
    let outages = 1;
    const { send, sentLater } = await claimed((keeper) => ({
      ...keeper,
      settle: async (outcome) => {
        // The commit came through, and its answer was lost.
        await keeper.settle(outcome);
        outages -= 1;
        if (outages >= 0) throw unavailable();
      },
    }));
    expect(await send()).toEqual({});
    expect(await sentLater()).toBe(1);
  });
});
