import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { Heard } from "./heard.ts";
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
const after = (heard: Heard, position: number) => heard.after(position).map((one) => one.position);

it("hands on what follows a position, again until it was passed", () => {
  const heard = new Heard();
  heard.hear(events(11, 13));
  heard.hear(events(14, 15));
  expect(after(heard, 10)).toEqual([11, 12, 13, 14, 15]);
  expect(after(heard, 12)).toEqual([13, 14, 15]);
  expect(after(heard, 12)).toEqual([13, 14, 15]);
  expect(after(heard, 15)).toEqual([]);
});

it("hands on nothing that has a gap before it or in it", () => {
  const heard = new Heard();
  heard.hear(events(11, 13));
  expect(after(heard, 9)).toEqual([]);
  heard.hear(events(15, 16));
  expect(after(heard, 10)).toEqual([]);
  expect(after(heard, 14)).toEqual([15, 16]);
  heard.hear([event(17), event(19)]);
  expect(after(heard, 16)).toEqual([]);
});

it("hands on a batch at a time, and holds no more than a few", () => {
  const heard = new Heard();
  for (let from = 1; from < 40 * batchSize; from += batchSize) heard.hear(events(from, from + batchSize - 1));
  const first = Array.from({ length: 40 }, (_, n) => n * batchSize).find(
    (position) => after(heard, position).length > 0,
  );
  expect(first).toBeGreaterThan(20 * batchSize);
  expect(after(heard, first ?? 0)).toHaveLength(batchSize);
});
