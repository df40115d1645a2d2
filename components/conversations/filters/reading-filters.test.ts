import fc from "fast-check";
import { expect, it } from "vitest";
import { conversationFilters, filterConversationsInput } from "#server/conversations/schema.ts";
import { readFilters } from "./reading-filters.ts";

const fields = Object.keys(conversationFilters);

const likely = fc.constantFrom<unknown>(
  ...["opened", "ACTIVE", "CLOSED", "WEB", "WEB, INSTAGRAM", "a,b, ,c", "lead", "intervened,lead", "ON", "OFF", "on"],
  ...["true", "false", "1", "0", "yes", true, false, 1, null, undefined, "", " ", [], ["WEB"], ["a ", ""], [1], {}],
  ...["createdAt:asc", "visitorName", "amount:desc", "amount:up", "amount:asc:x", "phase:asc", ":desc"],
  ...["plan=Pro", "plan=Pro, seats>=3,a%2Cb=c", "seats>=many", "=x", ["plan=a,b", " seats<=2 "], "a=b,".repeat(21)],
  ...["2026-11-22", "2026-02-31", "2026-11-22T10:00:00Z", "2026-11-22T10:00:00 02:00", " 2026-11-22 ", "yesterday"],
  ...["x".repeat(64), "x".repeat(65), "x".repeat(200), ` ${"x".repeat(200)} `, "x".repeat(256), "a,".repeat(201)],
  ...[Array.from({ length: 201 }, () => "a"), "n,".repeat(500)],
);

it("reads the filters of a list exactly as the server's schema does, without carrying it to the browser [found U15]", () => {
  const input = fc.dictionary(fc.constantFrom(...fields, "view", "cursor"), fc.oneof(likely, fc.string()), {
    maxKeys: 4,
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(input, (given) => {
      expect(readFilters(given)).toEqual(filterConversationsInput.safeParse(given).data);
    }),
    { numRuns: 3000 },
  );
  for (const field of fields) {
    for (const value of fc.sample(likely, { numRuns: 300, seed: 7 })) {
      const given = { [field]: value };
      expect(readFilters(given), JSON.stringify(given)).toEqual(filterConversationsInput.safeParse(given).data);
    }
  }
});
