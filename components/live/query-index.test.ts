import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { QueryIndex } from "./query-index.ts";

const keyOf = (path: string[], input: object, type = "query") => [path, { input, type }];

it("finds what a procedure or a noun was asked, from before and since, and no more once it is gone", () => {
  const client = new QueryClient();
  client.setQueryData(keyOf(["conversations", "inbox"], { view: "mine" }, "infinite"), 1);
  client.setQueryData([["conversations", "listing"], {}], 2);
  const index = new QueryIndex(client.getQueryCache());
  client.setQueryData(keyOf(["conversations", "inbox"], { view: "all" }), 3);
  client.setQueryData(["of no procedure"], 4);
  const inbox = () => index.of("conversations.inbox").map(({ input, infinite }) => [input, infinite]);
  expect(inbox()).toEqual([
    [{ view: "mine" }, true],
    [{ view: "all" }, false],
  ]);
  expect(index.of("conversations")).toHaveLength(3);
  expect(index.of("conversations.in")).toEqual([]);
  client.removeQueries({ queryKey: keyOf(["conversations", "inbox"], { view: "mine" }, "infinite") });
  expect(inbox()).toEqual([[{ view: "all" }, false]]);
  client.clear();
  expect(index.of("conversations")).toEqual([]);
});
