import { expect, it } from "vitest";
import { second, shiftClock } from "#server/base/clock.ts";
import { claimNext, noteLeaving, settle } from "#server/messages/queue/send-queue.ts";
import { reply, sendMessage } from "#server/messages/sending.ts";
import { callbackDataOf, reportStatus } from "#server/messages/status/delivery-status.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import type { ChannelType } from "../schema.ts";

const company = await openCompany("Overtaken");
await runPlatform();
let next = 7_300_000_009_000;

/** The bot has answered, and its answer waits for the platform. */
async function waiting(type: ChannelType, body = "Which order is it?") {
  const line = await Line.open(company, type);
  const peer = String(++next);
  await line.customer(peer, { text: "Hello" });
  await line.settled();
  const conversationId = await line.conversation(peer);
  await sendMessage.execute(company.admin, { conversationId, body, from: "bot", fromType: "robot" });
  const { claimed } = await claimNext.execute(line.actor, { conversationId });
  const claim = { messageId: claimed?.message.id ?? "", attempt: claimed?.attempts ?? 0, channelId: line.channelId };
  const echo = (text: string) => {
    const message = { is_echo: true, app_id: 1, mid: `m_${text}`, text };
    return line.event(line.account.id, { recipient: { id: peer }, message });
  };
  const answer = (body: string) => reply.execute(company.admin, { conversationId, body });
  const drain = async () => {
    shiftClock(20 * second);
    await line.drain(conversationId).finally(() => shiftClock(0));
  };
  const said = async () =>
    (await line.messages(conversationId)).slice(1).map(({ text, status, extra }) => [text, status, extra?.failureCode]);
  const texts = async () => JSON.stringify((await line.phone(peer)).map(({ body }) => body));
  return { line, claim, echo, answer, drain, said, texts };
}

const later = { kind: "later" as const, inMs: 5000, error: "The platform is busy." };

it("a bot's words that wait for the platform leave before those of the person who took over", async () => {
  const { line, claim, answer, drain, said, texts } = await waiting("FACEBOOK");
  await settle.execute(line.actor, { ...claim, outcome: later });
  await answer("A person here");
  await drain();
  expect((await said()).map(([text, status]) => [text, status !== "failed"])).toEqual([
    ["Which order is it?", true],
    ["A person here", true],
  ]);
  expect(await texts()).toMatch(/Which order is it\?.*A person here/);
});

it("a bot's words that wait do not follow what a person has said in the page's own inbox meanwhile", async () => {
  const { line, claim, echo, drain, said, texts } = await waiting("FACEBOOK");
  await settle.execute(line.actor, { ...claim, outcome: later });
  await echo("I will take this one");
  await drain();
  expect(await said()).toEqual([
    ["Which order is it?", "failed", "overtaken"],
    ["I will take this one", "sent", undefined],
  ]);
  expect(await texts()).not.toContain("Which order");
});

it("the rest of a bot's words does not follow a person's, who answered while its first part had no answer", async () => {
  const body = `${"Which order is it? ".repeat(110)}And when?`;
  const { line, claim, answer, drain, said, texts } = await waiting("FACEBOOK", body);
  await noteLeaving.execute(line.actor, claim);
  const doubt = { kind: "unknown" as const, error: "no answer" };
  await settle.execute(line.actor, { ...claim, outcome: doubt });
  await answer("A person here");
  await drain();
  const told = { channelId: line.channelId, externalId: "m_late", status: "sent" as const, at: new Date() };
  await reportStatus.execute(line.actor, { ...told, callbackData: callbackDataOf(claim.messageId, 0) });
  await drain();
  expect((await said()).map(([, status, code]) => [status === "failed", code])).toEqual([
    [true, "overtaken"],
    [false, undefined],
  ]);
  expect(await texts()).not.toContain("And when?");
});
