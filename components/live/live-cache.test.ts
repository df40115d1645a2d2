import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { LiveCache } from "./live-cache.ts";

type Row = { id: string; readSeq: number };

const queryKey = [["conversations", "inboxRow"], { input: { conversationId: "a" }, type: "query" }];

/** A conversation on the screen: read once, then answered as `answer` says. */
function shown(answer: () => Promise<Row>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData<Row>(queryKey, { id: "a", readSeq: 1 });
  const observer = new QueryObserver<Row>(client, { queryKey, queryFn: answer, staleTime: Number.POSITIVE_INFINITY });
  observer.subscribe(() => undefined);
  const cache = new LiveCache(client, "me");
  const read = () => {
    for (const cached of cache.of("conversations.inboxRow"))
      cache.update<Row>(cached, (row) => ({ ...row, readSeq: 7 }));
  };
  return { client, observer, cache, read };
}

describe("a change to what is held", () => {
  it("does not bring back what was refused: a conversation given away stays away when it is marked read", async () => {
    const refusal = new Error("not_found");
    const { observer, cache, read } = shown(() => Promise.reject(refusal));
    cache.refresh(cache.of("conversations.inboxRow"));
    await cache.settle();
    expect(observer.getCurrentResult()).toMatchObject({ isError: true, error: refusal });
    read();
    expect(observer.getCurrentResult()).toMatchObject({ isError: true, error: refusal, data: { readSeq: 7 } });
  });

  it("is replaced by the next answer, which may be read again", async () => {
    const answers: (() => Promise<Row>)[] = [
      () => Promise.reject(new Error("not_found")),
      () => Promise.resolve({ id: "a", readSeq: 9 }),
    ];
    const { observer, cache, read } = shown(() => answers.shift()?.() ?? Promise.reject(new Error("asked too often")));
    for (const _ of [1, 2]) {
      cache.refresh(cache.of("conversations.inboxRow"));
      await cache.settle();
      read();
    }
    expect(observer.getCurrentResult()).toMatchObject({ isError: false, error: null, data: { readSeq: 7 } });
  });

  it("leaves it to be fetched again where it was to be", () => {
    const { client, read } = shown(() => new Promise(() => undefined));
    void client.invalidateQueries({ queryKey, refetchType: "none" });
    read();
    expect(client.getQueryState(queryKey)).toMatchObject({ status: "success", isInvalidated: true });
  });
});
