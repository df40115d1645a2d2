import fc from "fast-check";
import { expect, it } from "vitest";
import { filterConversationsInput } from "#server/conversations/schema.ts";
import {
  conditions,
  defaultSort,
  grouped,
  inboxViews,
  isNarrowed,
  type ListFilter,
  noFilter,
  queryOf,
  readAddress,
  sorted,
  writeAddress,
} from "./inbox-address.ts";

const read = (address: string) => {
  const url = new URL(address, "http://parley.test");
  return readAddress(url.pathname, url.searchParams);
};

const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text);
const words = fc.uniqueArray(word, { maxLength: 3 });
const day = fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
const maybeDay = fc.option(
  day.map((date) => date.toISOString().slice(0, 10)),
  { nil: "" },
);
const maybeWord = fc.option(word, { nil: "" });

const filters: fc.Arbitrary<ListFilter> = fc.record({
  nextStep: fc.option(fc.constantFrom("false", "true"), { nil: undefined }),
  status: fc.option(fc.constantFrom("opened", "closed", "inactive"), { nil: undefined }),
  channel: fc.subarray(["WEB", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const),
  tags: words,
  agent: maybeWord,
  assignedTo: words,
  teamId: words,
  phase: words,
  condition: fc.subarray([...conditions]),
  priority: fc.subarray(["none", "low", "normal", "high", "urgent"] as const),
  waiting: fc.constantFrom("", "true", "false"),
  sla: fc.constantFrom("", "breached", "running", "none"),
  from: maybeDay,
  to: maybeDay,
  utmSource: maybeWord,
  utmMedium: maybeWord,
  customFields: fc.subarray(["reason=Refund, now", "boxes>=2", "until<=2026-12-31", "note="]),
  search: maybeWord,
  sort: fc.constantFrom(defaultSort, "amount:asc", "visitorName:desc"),
  group: fc.constant("" as const),
});
const listed = fc.oneof(
  filters,
  filters.map((filter) => grouped(filter, "waiting")),
);

it("reads back every address it writes, commas, signs and all", () => {
  const address = fc.record({
    view: fc.constantFrom(...inboxViews, "every" as const),
    conversationId: fc.option(fc.uuid(), { nil: undefined }),
    filter: listed,
  });
  fc.assert(
    fc.property(address, (one) => {
      expect(read(writeAddress(one))).toEqual(one);
    }),
  );
});

it("asks the server only for what it accepts", () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(filterConversationsInput.safeParse(queryOf(filter)).success).toBe(true);
    }),
  );
});

it("leaves out of an address what makes no sense in it", () => {
  const { view, filter } = read(
    "/inbox?view=x&status=lost&channel=WEB,FAX&sort=id:up&from=2026-02-99&condition=lead,x",
  );
  expect(view).toBe("mine");
  expect(filter).toEqual({ ...noFilter, channel: ["WEB"], condition: ["lead"] });
});

it("keeps addresses short", () => {
  expect(writeAddress({ view: "mine", conversationId: undefined, filter: noFilter })).toBe("/inbox");
  expect(writeAddress({ view: "all", conversationId: "7", filter: { ...noFilter, tags: ["vip", "a,b"] } })).toBe(
    "/inbox/7?view=all&tags=vip,a%252Cb",
  );
});

it("counts a whole day as in the range, to its last millisecond", () => {
  const { fromDate, toDate } = queryOf({ ...noFilter, from: "2026-11-21", to: "2026-11-21" });
  expect(Date.parse(String(toDate)) - Date.parse(String(fromDate))).toBe(86_400_000 - 1);
});

it("does not count the order as a filter", () => {
  expect(isNarrowed({ ...noFilter, sort: "amount:desc" })).toBe(false);
  expect(isNarrowed({ ...noFilter, search: "x" })).toBe(true);
});

it("groups by waiting time in an order by waiting time, and by no other [W4]", () => {
  const waiting = grouped(noFilter, "waiting");
  expect(writeAddress({ view: "mine", conversationId: undefined, filter: waiting })).toBe(
    "/inbox?sort=waitingSince:asc&group=waiting",
  );
  expect(isNarrowed(waiting)).toBe(false);
  expect(sorted(waiting, "waitingSince:desc")).toMatchObject({ group: "waiting", sort: "waitingSince:desc" });
  expect(sorted(waiting, "amount:asc")).toMatchObject({ group: "", sort: "amount:asc" });
  expect(grouped(waiting, "")).toEqual(noFilter);
  expect(read("/inbox?group=waiting").filter.group).toBe("");
  expect(read("/inbox?sort=amount:asc&group=waiting").filter.group).toBe("");
});
