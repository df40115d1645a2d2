import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { download } from "./download.ts";

let [at, mostAt] = [0, 0];

/** Counts how many pieces are made at once. */
async function* pieces(count: number): AsyncGenerator<string> {
  for (let piece = 0; piece < count; piece += 1) {
    at += 1;
    mostAt = Math.max(mostAt, at);
    await sleep(2);
    at -= 1;
    yield `${piece},`;
  }
}

const file = (count: number) => download({ name: "a.csv", type: "text/csv", chunks: pieces(count) });

it("makes pieces of a few files at once, each whole, also where others are left or broken off", async () => {
  const left = Array.from({ length: 10 }, () => file(50));
  const read = Array.from({ length: 30 }, () => file(10).text());
  for (const response of left) await response.body?.cancel();
  const broken = download({
    name: "b.csv",
    type: "text/csv",
    // biome-ignore lint/correctness/useYield: it fails before its first piece.
    chunks: (async function* (): AsyncGenerator<string> {
      throw new Error("gone");
    })(),
  });
  await expect(broken.text()).rejects.toThrow("gone");
  expect(new Set(await Promise.all(read))).toEqual(new Set(["0,1,2,3,4,5,6,7,8,9,"]));
  expect(mostAt).toBeLessThanOrEqual(2);
  expect(await file(3).text()).toBe("0,1,2,");
});
