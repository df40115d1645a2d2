import { expect, it } from "vitest";
import { CallError } from "#components/live/trpc/call-error.ts";
import { hasEnded, onEnd, withEnding } from "./ended.ts";

const call = { kind: "query", path: "tags.list", input: {} } as const;
const refused = (error: string) => () => Promise.reject(new CallError("No.", { data: { error } }));

it("knows of a session that ended by what the server refuses, and of its return by what it answers", async () => {
  const seen: boolean[] = [];
  const forget = onEnd(() => seen.push(hasEnded()));
  await expect(withEnding(refused("forbidden"))(call)).rejects.toThrow("No.");
  expect(hasEnded()).toBe(false);
  await expect(withEnding(refused("unauthorized"))(call)).rejects.toThrow("No.");
  await expect(withEnding(refused("unauthorized"))(call)).rejects.toThrow("No.");
  await withEnding(async () => "answer")(call);
  forget();
  expect(seen).toEqual([true, false]);
});
