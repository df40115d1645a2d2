import { expect, it } from "vitest";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import { scheduleReply } from "./schedule-reply.ts";

/** A server on a line that loses the answer to these calls, after it has done what it was asked. */
function serverLosing(lost: readonly number[]) {
  const waiting = new Map<string, { id: string }>();
  let calls = 0;
  const through = <Answer>(answer: Answer) => {
    calls += 1;
    if (lost.includes(calls)) throw new Error("no answer");
    return Promise.resolve(answer);
  };
  const create = async (draft: { message?: { clientMessageId: string }; template?: { clientMessageId: string } }) => {
    const id = draft.message?.clientMessageId ?? draft.template?.clientMessageId ?? String(calls);
    const row = waiting.get(id) ?? { id };
    waiting.set(id, row);
    return through(row as ScheduledMessage);
  };
  const remove = async ({ id }: { id: string }) => {
    waiting.delete(id);
    return through({});
  };
  return { create, remove, waiting: () => [...waiting.keys()].sort() };
}

const file = (url: string) => ({ kind: "image" as const, url, name: "", voice: false });
const reply = { text: "Both of them", files: [file("/a.png"), file("/b.png")], replyToId: undefined };

it("puts off once what was put off already, where the answer to that was lost and it is tried again", async () => {
  for (const lost of [1, 2, 3]) {
    const server = serverLosing([lost]);
    const put = () => scheduleReply(reply, "p1", server.create, server.remove);
    await expect(put()).rejects.toThrow("no answer");
    await put();
    expect(server.waiting()).toEqual(["p1-0", "p1-1", "p1-2"]);
  }
  const server = serverLosing([1]);
  const template = { templateId: 7, variables: {} };
  const put = () => scheduleReply({ ...reply, template }, "p2", server.create, server.remove);
  await expect(put()).rejects.toThrow("no answer");
  await put();
  expect(server.waiting()).toEqual(["p2"]);
});
