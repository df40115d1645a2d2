import { expect, it } from "vitest";
import type { Message } from "#server/messages/schema.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import { rivalOf } from "./rival.ts";

const at = "2026-11-28T18:00:00.000Z";

/* Of a message and of what waits only these are looked at. */
const said = (seq: number, user: string, fromType = "user") =>
  ({ seq, user, fromType, type: "text/plain", userName: user, createdAt: at }) as Message;
const waits = (from: string, change: Partial<ScheduledMessage> = {}) =>
  ({ from, userName: from, held: true, error: "", createdAt: at, ...change }) as ScheduledMessage;

it("warns of a colleague's answer that can still be undone, and once it has left not again", () => {
  const messages = [said(1, "visitor", "visitor"), said(2, "me")];
  const held = rivalOf({ messages, pending: [waits("Ana")] }, "me", 1);
  expect(held).toEqual({ name: "Ana", at, seq: 3 });
  const sent = rivalOf({ messages: [...messages, said(3, "Ana")], pending: [] }, "me", 1);
  expect(sent).toEqual({ name: "Ana", at, seq: 3 });
});

it("does not warn of one's own, of what is for later, nor of what could not leave", () => {
  const pending = [waits("me"), waits("Ana", { held: false }), waits("Ana", { error: "conversation_closed" })];
  expect(rivalOf({ messages: [said(1, "visitor", "visitor")], pending }, "me", 1)).toBeUndefined();
});

it("warns of the latest answer that came since one opened the thread, until one wrote oneself", () => {
  const messages = [said(1, "Ana"), said(2, "Ben")];
  expect(rivalOf({ messages, pending: [] }, "me", 1)).toMatchObject({ name: "Ben", seq: 2 });
  expect(rivalOf({ messages, pending: [] }, "me", 2)).toBeUndefined();
  expect(rivalOf({ messages: [...messages, said(3, "me")], pending: [] }, "me", 1)).toBeUndefined();
});
