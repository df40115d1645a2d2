import fs from "node:fs";
import { expect, it } from "vitest";

const keysOf = (file: string) =>
  [...fs.readFileSync(file, "utf8").matchAll(/\bkeys: "([^"]+)"/g)].map(([, keys]) => keys);

it("has no key of its own that the thread beside the board means otherwise", () => {
  const board = keysOf("components/pipeline/pipeline.tsx");
  const thread = keysOf("components/conversations/head/conversation-keys.ts");
  expect(board.length).toBeGreaterThan(0);
  expect(thread.length).toBeGreaterThan(0);
  expect(board.filter((keys) => thread.includes(keys) || keys === "m")).toEqual([]);
});
