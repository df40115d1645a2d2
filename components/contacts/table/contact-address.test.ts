import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderFields } from "#server/contacts/choices.ts";
import { listContactsInput } from "#server/contacts/schema.ts";
import { contactStatuses } from "#server/core/words.ts";
import {
  type ContactAddress,
  isNarrowed,
  noFilter,
  pageSizes,
  queryOf,
  readAddress,
  startAddress,
  writeAddress,
} from "./contact-address.ts";

const read = (href: string) => readAddress(new URL(href, "http://x").searchParams);
const word = fc
  .string({ minLength: 1, maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => text.isWellFormed() && text !== "");
const date = fc.constantFrom("", "2026-01-31", "2026-11-02");
const words = fc.uniqueArray(word, { maxLength: 3 });

const addresses: fc.Arbitrary<ContactAddress> = fc.record({
  filter: fc.record({
    search: fc.oneof(fc.constant(""), word),
    name: fc.oneof(fc.constant(""), word),
    email: fc.oneof(fc.constant(""), word),
    phone: fc.oneof(fc.constant(""), word),
    subStatus: fc.oneof(fc.constant(""), word),
    status: fc.subarray([...contactStatuses]),
    assignedTo: words,
    websiteId: words,
    entryMethod: words,
    tags: words,
    conversationTags: words,
    customFields: fc.uniqueArray(
      word.map((text) => `${text.replace(/[<>=]/g, "") || "k"}=${text}`.trim()),
      { maxLength: 3 },
    ),
    rating: fc.subarray(["5", "4", "3", "2", "1", "0"]),
    dateFrom: date,
    dateTo: date,
    lastUpdateDateFrom: date,
    lastUpdateDateTo: date,
  }),
  orderBy: fc.constantFrom(...orderFields, "customFields.seats & rows" as const),
  order: fc.constantFrom("asc", "desc"),
  page: fc.integer({ min: 1, max: 9999 }),
  limit: fc.constantFrom(...pageSizes),
});

describe("the address of the contacts", () => {
  it("says nothing where everything is as usual", () => {
    expect(writeAddress(startAddress)).toBe("/contacts");
    expect(read("/contacts")).toEqual(startAddress);
    expect(isNarrowed(noFilter)).toBe(false);
  });

  it("reads what it wrote, commas and percent signs in tags included", () => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(read(writeAddress(address))).toEqual(address);
      }),
    );
  });

  it("leaves out what makes no sense", () => {
    const href = "/contacts?status=hot,client&rating=9,3&dateFrom=yesterday&orderBy=phone&order=up&page=-2&limit=7";
    expect(read(href)).toEqual({ ...startAddress, filter: { ...noFilter, status: ["client"], rating: ["3"] } });
  });

  it("asks the API only for what the API takes", () => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(listContactsInput.safeParse(queryOf(address)).success).toBe(true);
      }),
    );
  });
});
