import { expect, it } from "vitest";
import type { Reply } from "../composer/use-composer-handle.ts";
import { partsOf, replyOf } from "./reply-parts.ts";

const file = (name: string, voice = false) => ({
  ...{ kind: voice ? ("audio" as const) : ("image" as const), name, url: `/uploads/${name}`, voice },
});
const back = (reply: Reply) =>
  replyOf(
    partsOf(reply).map(({ type = "text/plain", body, message, replyToId }) => ({
      message: {
        ...{ type, body, replyToId },
        message: message ? { ...message, caption: message.caption ?? "", voice: message.voice ?? false } : undefined,
      },
    })),
  );

it("gives back what was written: words, files, and what it answered [W8]", () => {
  const replies: Reply[] = [
    { text: "Hello", files: [], replyToId: "m1" },
    { text: "Look", files: [file("a.png")], replyToId: "m2" },
    { text: "Both", files: [file("a.png"), file("b.png")], replyToId: undefined },
    { text: "", files: [file("v.ogg", true)], replyToId: undefined },
    { text: "x".repeat(2000), files: [file("a.png")], replyToId: undefined },
  ];
  for (const reply of replies) expect(back(reply)).toEqual(reply);
});

it("sends a lone file with its words, and several before them [W8]", () => {
  expect(partsOf({ text: "Look", files: [file("a.png")], replyToId: undefined })).toHaveLength(1);
  const parts = partsOf({ text: "Look", files: [file("a.png"), file("b.png")], replyToId: "m" });
  expect(parts.map(({ type, replyToId }) => [type, replyToId])).toEqual([
    ["image", "m"],
    ["image", undefined],
    ["text/plain", undefined],
  ]);
});
