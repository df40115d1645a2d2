import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "#server/messages/schema.ts";
import {
  hasHole,
  newestSeq,
  pageDownTo,
  putMessage,
  putNewestPage,
  putStatus,
  type ThreadData,
} from "./thread-pages.ts";
import { isFurtherBack } from "./use-left-off.ts";

const pageSize = 5;

function message(seq: number, text = `${seq}`): Message {
  return {
    id: `id${seq}`,
    conversationId: "c",
    seq,
    user: "u",
    userName: "",
    fromType: seq % 2 === 0 ? "user" : "visitor",
    senderType: seq % 2 === 0 ? "user" : "visitor",
    type: "text/plain",
    text,
    attachments: [],
    responseOptions: [],
    command: null,
    status: "sent",
    failureReason: null,
    clientMessageId: null,
    edited: false,
    createdAt: "2026-01-01T00:00:00.000Z",
  };
}

/** What a fetch gives of a thread of `total` messages, `pages` pages loaded backwards. */
function fetched(total: number, pages: number): ThreadData {
  const seqs = Array.from({ length: total }, (_, index) => total - index);
  const loaded = Array.from({ length: pages }, (_, page) => {
    const data = seqs.slice(page * pageSize, (page + 1) * pageSize).map((seq) => message(seq));
    const more = (page + 1) * pageSize < total;
    return { data, pagination: { nextCursor: more ? `before ${data.at(-1)?.seq}` : null, total } };
  });
  return { pages: loaded, pageParams: loaded.map(() => "") };
}

const seqs = (data: ThreadData) => data.pages.flatMap((page) => page.data.map(({ seq }) => seq));

describe("a thread in the cache", () => {
  it("holds every message once and in order, whatever the order of arrival and however often", () => {
    const arrivals = fc.shuffledSubarray([11, 12, 13, 14, 15, 16, 17, 18, 19, 20], { minLength: 10 });
    fc.assert(
      fc.property(arrivals, fc.array(fc.integer({ min: 11, max: 20 })), (order, repeats) => {
        const data = [...order, ...repeats].map((seq) => message(seq)).reduce(putMessage, fetched(10, 1));
        expect(seqs(data)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
        expect(hasHole(data)).toBe(false);
      }),
    );
  });

  it("knows that something is missing until it has come", () => {
    const holey = putMessage(fetched(10, 1), message(13));
    expect(hasHole(holey)).toBe(true);
    expect(hasHole([12, 11].map((seq) => message(seq)).reduce(putMessage, holey))).toBe(false);
  });

  it("leaves out what is older than anything loaded, and replaces what is changed", () => {
    const data = fetched(20, 1);
    expect(putMessage(data, message(3))).toBe(data);
    expect(putMessage(data, message(18, "edited")).pages[0]?.data.find(({ seq }) => seq === 18)?.text).toBe("edited");
    expect(seqs(putMessage(data, message(18, "edited")))).toEqual(seqs(data));
  });

  it("takes over a newest page that joins, and begins anew with one that does not", () => {
    const joined = putNewestPage(
      fetched(10, 2),
      fetched(13, 1).pages[0] ?? { data: [], pagination: { nextCursor: null, total: 0 } },
    );
    expect(seqs(joined)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const apart = putNewestPage(
      fetched(10, 2),
      fetched(40, 1).pages[0] ?? { data: [], pagination: { nextCursor: null, total: 0 } },
    );
    expect(seqs(apart)).toEqual([40, 39, 38, 37, 36]);
    expect(newestSeq(apart)).toBe(40);
  });

  it("marks the team's messages as read up to a seq and never takes a state back", () => {
    const read = putStatus(fetched(6, 2), 4, "read");
    const states = (data: ThreadData) =>
      data.pages.flatMap((page) => page.data.map(({ seq, status }) => `${seq} ${status}`));
    expect(states(read)).toEqual(["6 sent", "5 sent", "4 read", "3 sent", "2 read", "1 sent"]);
    expect(states(putStatus(read, 6, "delivered"))).toEqual([
      "6 delivered",
      "5 sent",
      "4 read",
      "3 sent",
      "2 read",
      "1 sent",
    ]);
  });
});

describe("a message far back that is sought", () => {
  /** A service that holds so many messages, from 1 on, but for some. */
  const service = (total: number, missing: readonly number[] = []) => {
    const all = Array.from({ length: total }, (_, at) => total - at).filter((seq) => !missing.includes(seq));
    const asked: object[] = [];
    const ask = async (given: { limit: number; before?: number; after?: number; offset?: number }) => {
      asked.push(given);
      const { limit, before = Number.POSITIVE_INFINITY, after = 0, offset = 0 } = given;
      const within = all.filter((seq) => seq < before && seq > after).slice(offset);
      const data = within.slice(0, limit).map((seq) => message(seq));
      const nextCursor = within.length > limit ? `below ${data.at(-1)?.seq}` : null;
      return { data, pagination: { nextCursor, total } };
    };
    return { ask, asked };
  };
  const newest = (from: number, to: number): ThreadData => ({
    pages: [
      {
        data: Array.from({ length: from - to + 1 }, (_, at) => message(from - at)),
        pagination: { nextCursor: "", total: from },
      },
    ],
    pageParams: [undefined],
  });

  it("comes with all between, asked for at once, and with the way on", async () => {
    const { ask, asked } = service(5000);
    const held = newest(5000, 4951);
    const page = await pageDownTo(40, held, ask);
    expect(asked.length).toBeLessThanOrEqual(50);
    expect(page?.data[0]?.seq).toBe(4950);
    expect(page?.data.at(-1)?.seq).toBeLessThanOrEqual(40);
    expect(
      hasHole({ ...held, pages: [...held.pages, page ?? { data: [], pagination: { nextCursor: null, total: 0 } }] }),
    ).toBe(false);
    expect(page?.pagination.nextCursor).toBe(page?.data.at(-1)?.seq === 1 ? null : `below ${page?.data.at(-1)?.seq}`);
  });

  it("comes without a hole where new ones have come meanwhile", async () => {
    const { ask } = service(5003);
    const page = await pageDownTo(1000, newest(5000, 4951), ask);
    const seqs = page?.data.map(({ seq }) => seq) ?? [];
    expect(seqs[0]).toBe(4950);
    expect(new Set(seqs).size).toBe(seqs.length);
    expect((seqs[0] ?? 0) - (seqs.at(-1) ?? 0)).toBe(seqs.length - 1);
  });

  it("is left to page after page where it is near, or where some are missing", async () => {
    const { ask, asked } = service(200);
    expect(await pageDownTo(60, newest(200, 151), ask)).toBeUndefined();
    expect(asked).toEqual([]);
    expect(await pageDownTo(10, newest(600, 551), service(600, [300]).ask)).toBeUndefined();
  });
});

describe("where a reader left off", () => {
  const loaded = (from: number, to: number, hasOlder = true) => {
    return { messages: Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index })), hasOlder };
  };

  it("is further back where more has come than is loaded", () => {
    expect(isFurtherBack(loaded(151, 200), 100)).toBe(true);
    expect(isFurtherBack(loaded(151, 200), 150)).toBe(false);
    expect(isFurtherBack(loaded(1, 50, false), 0)).toBe(false);
    expect(isFurtherBack({ messages: [], hasOlder: false }, 0)).toBe(false);
    expect(isFurtherBack(loaded(151, 200), undefined)).toBe(false);
  });

  it("is not read back for without end, and less far where one has never been", () => {
    expect(isFurtherBack(loaded(1001, 1050), 100)).toBe(true);
    expect(isFurtherBack(loaded(1951, 2000), 100)).toBe(false);
    expect(isFurtherBack(loaded(71, 120), 0)).toBe(true);
    expect(isFurtherBack(loaded(251, 300), 0)).toBe(false);
  });
});
