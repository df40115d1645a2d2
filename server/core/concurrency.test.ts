import { expect, it } from "vitest";
import { limitConcurrency } from "./concurrency.ts";

const refusal = () => new Error("no turn");

/** Work that goes on until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

it("runs at most so many at once, the others in the order of asking", async () => {
  const inTurn = limitConcurrency(2);
  const [first, second] = [held(), held()];
  const begun: string[] = [];
  const begin = (name: string) => inTurn(async () => void begun.push(name));
  const busy = [inTurn(first.work), inTurn(second.work)];
  const others = ["third", "fourth"].map(begin);
  expect(begun).toEqual([]);
  first.end();
  await Promise.all(others);
  expect(begun).toEqual(["third", "fourth"]);
  second.end();
  await Promise.all(busy);
});

it("gives the turn on after work that failed", async () => {
  const inTurn = limitConcurrency(1);
  const failed = inTurn(() => Promise.reject(new Error("broken")));
  const next = inTurn(async () => "done");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
});

it("refuses at once whom the queue has no place for", async () => {
  const inTurn = limitConcurrency(1, { mostWaiting: 1, refusal });
  const first = held();
  const busy = [inTurn(first.work), inTurn(async () => undefined)];
  await expect(inTurn(async () => undefined)).rejects.toThrow("no turn");
  first.end();
  await Promise.all(busy);
});

it("refuses whose turn has not come in time, and forgets them", async () => {
  const inTurn = limitConcurrency(1, { queueMs: 20, refusal });
  const first = held();
  const busy = inTurn(first.work);
  await expect(inTurn(async () => undefined)).rejects.toThrow("no turn");
  first.end();
  await busy;
  expect(await inTurn(async () => "done")).toBe("done");
});
