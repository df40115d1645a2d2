import { afterEach, describe, expect, it } from "vitest";
import { second, shiftClock } from "#server/base/clock.ts";
import { claimNext, keepClaim, noteLeaving, recoverStuck, settle } from "#server/messages/queue/send-queue.ts";
import { reply } from "#server/messages/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";

let next = 5491155570000;

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);
afterEach(() => shiftClock(0));

const say = (conversationId: string, body: string) =>
  reply.execute(company.admin, { conversationId, type: "text/plain", body });

/** A conversation with two answers waiting, the first claimed by a process that is killed right then. */
async function killedAt(moment: "claimed" | "leaving") {
  next += 1;
  const peer = String(next);
  await line.customer(peer);
  await line.settled();
  const id = await line.conversation(peer);
  await say(id, "first");
  await say(id, "second");
  const { claimed } = await claimNext.execute(line.actor, { conversationId: id });
  const claim = { messageId: claimed?.message.id ?? "", attempt: claimed?.attempts ?? 0 };
  if (moment === "leaving") expect(await noteLeaving.execute(line.actor, claim)).toEqual({ mine: true });
  const texts = async () => (await line.phone(peer)).map(({ body }) => JSON.stringify(body).match(/first|second/)?.[0]);
  return { id, claim, texts };
}

const stuck = async (id: string) => (await recoverStuck.execute(line.actor, {})).conversationIds.includes(id);

describe("what a killed process had claimed", () => {
  it("leaves within seconds where its sending had not begun, in order and once [found C10]", async () => {
    const { id, texts } = await killedAt("claimed");
    expect(await line.drain(id)).toBeGreaterThan(0);
    expect(await stuck(id)).toBe(false);
    shiftClock(10 * second);
    expect(await stuck(id)).toBe(true);
    expect(await line.drain(id)).toBeNull();
    expect(await texts()).toEqual(["first", "second"]);
  });

  it("is never sent again where it may have left, and holds nothing else up [found C10]", async () => {
    const { id, texts } = await killedAt("leaving");
    shiftClock(10 * second);
    expect(await stuck(id)).toBe(true);
    expect(await line.drain(id)).toBeNull();
    expect(await texts()).toEqual(["second"]);
  });

  it("stays with a process that is slow but lives [found C10]", async () => {
    const { id, claim, texts } = await killedAt("claimed");
    shiftClock(8 * second);
    await keepClaim.execute(line.actor, claim);
    shiftClock(14 * second);
    expect(await stuck(id)).toBe(false);
    await line.drain(id);
    expect(await texts()).toEqual([]);
  });

  it("is out of the hands of one that comes back too late: nothing is sent twice [found C10]", async () => {
    const { id, claim, texts } = await killedAt("claimed");
    shiftClock(10 * second);
    await line.drain(id);
    expect(await noteLeaving.execute(line.actor, claim)).toEqual({ mine: false });
    const outcome = { kind: "later" as const, inMs: 0, error: "too late" };
    await settle.execute(line.actor, { ...claim, channelId: line.channelId, outcome });
    await line.drain(id);
    expect(await texts()).toEqual(["first", "second"]);
  });
});
