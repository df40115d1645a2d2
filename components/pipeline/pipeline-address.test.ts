import { describe, expect, it } from "vitest";
import { noFilter } from "#components/conversations/inbox/inbox-address.ts";
import { columnQuery, readPipeline, totalsQuery, writePipeline } from "./pipeline-address.ts";

const read = (query: string) => readPipeline(new URLSearchParams(query));

describe("the address of the pipeline", () => {
  it("comes back as it was written", () => {
    const filter = { ...noFilter, channel: ["WEB" as const], tags: ["a,b"], search: "ana & co", sort: "amount:desc" };
    const address = { filter, conversationId: "018f0000-0000-7000-8000-000000000000" };
    const href = writePipeline(address);
    expect(readPipeline(new URL(href, "https://x.example").searchParams)).toEqual(address);
  });

  it("is plain where nothing is asked for", () => {
    expect(writePipeline({ filter: noFilter, conversationId: undefined })).toBe("/pipeline");
    expect(read("")).toEqual({ filter: noFilter, conversationId: undefined });
  });

  it("leaves out what makes no sense on a board", () => {
    expect(read("phase=x&conversation=../../etc&status=maybe")).toEqual({
      filter: noFilter,
      conversationId: undefined,
    });
  });

  it("asks each column for open conversations of its phase, unless closed ones are wanted", () => {
    expect(columnQuery(noFilter, "p1")).toEqual({ sort: "lastMessageAt:desc", view: "all", phase: ["p1"] });
    expect(columnQuery({ ...noFilter, status: "closed" }, "p1")).toMatchObject({ view: "closed", status: "closed" });
    expect(totalsQuery({ ...noFilter, tags: ["vip"] })).toEqual({ tags: ["vip"], open: true });
    expect(totalsQuery({ ...noFilter, status: "closed" })).toEqual({ status: "closed", open: false });
  });
});
