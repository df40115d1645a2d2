import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { RecentEvents } from "./recent-events.ts";
import type { SourceEvent } from "./rendering.ts";
import { batchSize } from "./source.ts";

const ids = {
  companyId: newId(),
  channelId: null,
  conversationId: null,
  contactId: null,
  messageId: null,
  trace: null,
};

const event = (position: number): SourceEvent => {
  const rest = { seq: position, createdAt: new Date(), operation: "" };
  return { ...ids, ...rest, id: newId(), position, type: "webhook/changed", data: {} } as SourceEvent;
};
const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => event(from + n));
const after = (recent: RecentEvents, position: number) => recent.after(position).map((one) => one.position);

it("hands on what follows a position, again until it was passed", () => {
  const recent = new RecentEvents();
  recent.add(events(11, 13));
  recent.add(events(14, 15));
  expect(after(recent, 10)).toEqual([11, 12, 13, 14, 15]);
  expect(after(recent, 12)).toEqual([13, 14, 15]);
  expect(after(recent, 12)).toEqual([13, 14, 15]);
  expect(after(recent, 15)).toEqual([]);
});

it("hands on nothing that has a gap before it or in it", () => {
  const recent = new RecentEvents();
  recent.add(events(11, 13));
  expect(after(recent, 9)).toEqual([]);
  recent.add(events(15, 16));
  expect(after(recent, 10)).toEqual([]);
  expect(after(recent, 14)).toEqual([15, 16]);
  recent.add([event(17), event(19)]);
  expect(after(recent, 16)).toEqual([]);
});

it("hands on a batch at a time, and holds no more than a few", () => {
  const recent = new RecentEvents();
  for (let from = 1; from < 40 * batchSize; from += batchSize) recent.add(events(from, from + batchSize - 1));
  const first = Array.from({ length: 40 }, (_, n) => n * batchSize).find(
    (position) => after(recent, position).length > 0,
  );
  expect(first).toBeGreaterThan(20 * batchSize);
  expect(after(recent, first ?? 0)).toHaveLength(batchSize);
});
