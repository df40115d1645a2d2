import { resolveObjectURL } from "node:buffer";
import { expect, it } from "vitest";
import { type ChatState, Store, startState } from "./chat-state.ts";
import { ChatThread } from "./chat-thread.ts";
import { changeOutgoing, withoutOutgoing } from "./thread.ts";

it("gives up the preview of a picture with its place in the thread, and not before", () => {
  const store = new Store<ChatState>(startState);
  const thread = new ChatThread(store, "channel", () => undefined);
  const preview = URL.createObjectURL(new Blob(["a picture"]));
  const id = thread.queue({ text: "", preview, fileName: "image.png", voice: false, quotedId: null }, null);
  thread.change(changeOutgoing(store.get().thread, id, { state: "failed", reason: "refused" }));
  expect(resolveObjectURL(preview)).toBeDefined();
  thread.change(withoutOutgoing(store.get().thread, id));
  expect(resolveObjectURL(preview)).toBeUndefined();
});
