import { describe, expect, it } from "vitest";
import { reply } from "#server/messages/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { simulatorThread } from "./operations.ts";
import { elapseDay } from "./staging.ts";

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);

const answer = (conversationId: string) =>
  reply.execute(company.admin, { conversationId, type: "text/plain", body: "Good morning" });

describe("the stage of a sandbox channel", () => {
  it("lets a day pass: the window closes, and opens again when the customer writes", async () => {
    const peer = "5491150009001";
    await line.customer(peer);
    await line.settled();
    const id = await line.conversation(peer);
    await answer(id);
    const { channelId } = line;
    expect(await elapseDay.execute(company.admin, { channelId, peer })).toEqual({ conversations: 1 });
    await expect(answer(id)).rejects.toMatchObject({ code: "messaging_window_closed" });
    await line.customer(peer, { text: "Are you still there?" });
    await line.settled();
    expect(await answer(id)).toMatchObject({ text: "Good morning" });
  });

  it("keeps the order of the phone's messages when a day passes [found U11]", async () => {
    const peer = "5491150009011";
    const { channelId } = line;
    await line.customer(peer, { text: "First" });
    await line.settled();
    await answer(await line.conversation(peer));
    await line.customer(peer, { text: "Third" });
    await line.settled();
    const order = async () =>
      (await simulatorThread.execute(company.admin, { channelId, peer })).messages.map(({ id }) => id);
    const before = await order();
    expect(before.length).toBeGreaterThan(1);
    await elapseDay.execute(company.admin, { channelId, peer });
    expect(await order()).toEqual(before);
  });

  it("moves no other customer's time", async () => {
    await line.customer("5491150009002");
    await line.settled();
    const id = await line.conversation("5491150009002");
    await elapseDay.execute(company.admin, { channelId: line.channelId, peer: "5491150009003" });
    expect(await answer(id)).toMatchObject({ text: "Good morning" });
  });

  it("sends a voice note and a document without a file at hand, and shows where they lie", async () => {
    const peer = "5491150009004";
    await line.customer(peer, { type: "audio" });
    await line.customer(peer, { type: "document" });
    await line.settled();
    const received = await line.messages(await line.conversation(peer));
    const kinds = received.map(({ type, extra }) => [type, extra?.files?.[0]?.contentType]);
    expect(kinds.sort()).toEqual([
      ["audio", "audio/mpeg"],
      ["file", "application/pdf"],
    ]);
    const { messages } = await simulatorThread.execute(company.admin, { channelId: line.channelId, peer });
    expect(messages.map(({ media }) => media.split(".").at(-1))).toEqual(["mp3", "pdf"]);
  });
});
