import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { Endpoints } from "./endpoints.ts";
import type { Held } from "./queue.ts";

const companyId = newId();

const held = (webhookId: string, callsPerSecond: number | null = null): Held => {
  const ids = { companyId, id: newId(), webhookId, eventId: newId() };
  const rest = { sequence: 1, event: "contact/created", body: "{}", attempt: 0, attemptsBefore: 0, trace: null };
  return { ...ids, ...rest, callsPerSecond };
};

/** How many may wait for a receiver that has answered 400 times in so many milliseconds each. */
async function roomAfter(durationMs: number, callsPerSecond: number | null = null): Promise<number> {
  const webhookId = newId();
  let open = 400;
  const answered = Promise.withResolvers<void>();
  const endpoints = new Endpoints(async () => {
    open -= 1;
    if (open === 0) answered.resolve();
    return { timedOut: false, durationMs };
  });
  endpoints.add(Array.from({ length: open }, () => held(webhookId)));
  await answered.promise;
  await new Promise((resolve) => setImmediate(resolve));
  endpoints.paused = true;
  if (callsPerSecond !== null) endpoints.add([held(webhookId, callsPerSecond)]);
  let planned = 0;
  while (endpoints.hasRoom(webhookId, planned)) planned += 1;
  return planned;
}

it("holds for a receiver what it takes within two seconds, and little for one that is slow or limited", async () => {
  expect(await roomAfter(5)).toBe(8192);
  expect(await roomAfter(100)).toBe(1280);
  expect(await roomAfter(2500)).toBe(64);
  expect(await roomAfter(5, 10)).toBeLessThanOrEqual(64);
});

it("holds for all receivers together a bounded number beyond the least of each", () => {
  const endpoints = new Endpoints(async () => ({ timedOut: false, durationMs: 5 }));
  endpoints.paused = true;
  endpoints.add(Array.from({ length: 20_000 }, () => held(newId())));
  const webhookId = newId();
  let planned = 0;
  while (endpoints.hasRoom(webhookId, planned)) planned += 1;
  expect(planned).toBe(64);
});
