import { beforeAll, describe, expect, it } from "vitest";
import { hour, shiftClock } from "#server/base/clock.ts";
import { systemActor } from "#server/core/actor.ts";
import { reply } from "#server/messages/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { simulatorThread } from "../simulator/operations.ts";
import { showTyping, tellSeen } from "./read-marks.ts";

let next = 5491150061100;

const company = await openCompany("Acme", ["talk"]);
await runPlatform();

describe.each(["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"] as const)("on %s", (type) => {
  let line: Line;
  beforeAll(async () => {
    line = await Line.open(company, type);
  });

  async function talk() {
    const peer = String(++next);
    await line.customer(peer);
    await line.settled();
    const id = await line.conversation(peer);
    const look = async () => {
      const { messages, typing } = await simulatorThread.execute(company.admin, { channelId: line.channelId, peer });
      return { typing, read: messages.filter(({ direction }) => direction === "in").map(({ status }) => status) };
    };
    const types = () => showTyping({ companyId: company.companyId, channelId: line.channelId, conversationId: id });
    return { id, look, types };
  }

  it("the customer sees that their message was read, and nothing of typing", async () => {
    const { id, look } = await talk();
    expect((await look()).read).not.toEqual(["read"]);
    expect(await tellSeen(line.actor, id, false)).toBe(true);
    expect(await look()).toEqual({ typing: false, read: ["read"] });
  });

  it("the customer sees an agent typing until the answer is there", async () => {
    const { id, look, types } = await talk();
    await types();
    expect(await look()).toEqual({ typing: true, read: ["read"] });
    await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "Here I am" });
    await line.drain(id);
    expect((await look()).typing).toBe(false);
    // Keystrokes right after the first are not all reported to the platform.
    await types();
    expect((await look()).typing).toBe(false);
  });

  it("after the window, or with the platform down, nothing is sent and nothing fails", async () => {
    const late = await talk();
    shiftClock(25 * hour);
    await late.types();
    shiftClock(0);
    expect((await late.look()).typing).toBe(false);
    const cut = await talk();
    await line.faults({ tokenRevoked: true });
    await expect(cut.types()).resolves.toBeUndefined();
    await line.faults({ tokenRevoked: false });
    expect((await cut.look()).typing).toBe(false);
  });
});

it("a conversation on the web has no platform to tell", async () => {
  expect(await tellSeen(systemActor(company.companyId), company.given.conversationId ?? "", true)).toBe(false);
});
