import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { Outbox } from "#components/live/outbox.ts";
import { CallError } from "#components/live/trpc/call-error.ts";
import { onRefusal } from "./refusals.ts";

vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

it("tells of each refusal of a message, and of nothing once it has left", async () => {
  const answers = ["refused", "refused", "sent", "refused"];
  const send = async (): Promise<object> => {
    await sleep(1);
    if (answers.shift() === "sent") return {};
    throw new CallError("The conversation is closed.", { data: { httpStatus: 409, error: "conversation_closed" } });
  };
  const outbox = new Outbox<object>({ userId: "u", send, onSent: () => undefined });
  const settled = () => vi.waitFor(() => expect(outbox.of("c").every(({ failed }) => failed)).toBe(true));
  const heard: string[] = [];
  const first = outbox.add("c", { body: "one" });
  onRefusal(outbox, { conversationId: "c", clientMessageId: first }, (reason) => heard.push(reason));
  await settled();
  expect(heard).toEqual(["The conversation is closed."]);
  outbox.retry(first);
  await settled();
  expect(heard).toHaveLength(2);
  outbox.retry(first);
  await vi.waitFor(() => expect(outbox.of("c")).toEqual([]));
  outbox.add("c", { body: "two" });
  await settled();
  expect([heard.length, outbox.of("c").length]).toEqual([2, 1]);
});
