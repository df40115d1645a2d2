import { expect, it } from "vitest";
import { contactsQuery, isFaceted, messagesQuery, readSearch, writeSearch } from "./search-address.ts";

const read = (query: string) => readSearch(new URLSearchParams(query));

it("reads what it writes, and leaves out what the search does not offer [W10]", () => {
  const address = read(
    "q=caf%C3%A9+%22dos+sillas%22&in=conversations&file=true&tags=a%252Cb,c&channel=WHATSAPP&agent=robot",
  );
  expect(address).toMatchObject({ kind: "conversations", hasFile: true });
  expect(address.filter).toMatchObject({ search: 'café "dos sillas"', tags: ["a,b", "c"], channel: ["WHATSAPP"] });
  expect(read(writeSearch(address).split("?")[1] ?? "")).toEqual(address);
  expect(writeSearch(read("status=closed&phase=1&sort=createdAt:asc&in=moon&channel=moon"))).toBe("/search");
});

it("asks each operation in its own words [W10]", () => {
  const address = read("q=bike&tags=vip&agent=robot&file=true&from=2026-01-02");
  const fromDate = new Date(2026, 0, 2).toISOString();
  expect(messagesQuery(address)).toEqual({ q: "bike", tags: ["vip"], agent: "robot", hasFile: true, fromDate });
  expect(contactsQuery(address)).toEqual({ search: "bike", conversationTags: ["vip"], dateFrom: fromDate });
});

it("knows whether what is shown is narrowed [W10]", () => {
  expect(isFaceted(read("q=bike"))).toBe(false);
  expect(isFaceted(read("q=bike&file=true"))).toBe(true);
  expect(isFaceted(read("q=bike&in=contacts&file=true&channel=WHATSAPP"))).toBe(false);
});
