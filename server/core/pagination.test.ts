import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "#server/base/errors.ts";
import { decodeCursor, encodeCursor } from "./pagination.ts";

const list = { status: "open", search: undefined };
const part = fc.oneof(fc.string({ unit: "grapheme" }), fc.double({ noNaN: true }), fc.integer(), fc.constant(null));

function refused(cursor: string): unknown {
  try {
    return decodeCursor(list, cursor);
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

describe("a cursor", () => {
  it("comes back as it was made", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 3 }), (key) => {
        expect(decodeCursor(list, encodeCursor(list, key))).toEqual(key);
      }),
    );
  });

  it("that was made up is refused as invalid, whatever is in it [found S21]", () => {
    const forged = fc.oneof(
      fc.string(),
      fc.json().map((text) => Buffer.from(text).toString("base64url")),
      fc.array(part, { maxLength: 4 }).map((parts) => Buffer.from(JSON.stringify(parts)).toString("base64url")),
      // The mark of another list or of other values before values of one's own.
      fc.tuple(fc.array(part, { maxLength: 2 }), fc.array(part, { minLength: 1, maxLength: 2 })).map(([made, own]) => {
        const [seal]: unknown[] = JSON.parse(Buffer.from(encodeCursor({ other: made }, made), "base64url").toString());
        return Buffer.from(JSON.stringify([seal, ...own])).toString("base64url");
      }),
    );
    fc.assert(
      fc.property(forged, (cursor) => {
        expect(refused(cursor)).toBe("validation_error");
      }),
      { numRuns: 2000 },
    );
  });

  it("is good only for its own list and values [found S21]", () => {
    const made = encodeCursor(list, ["2026-01-01T00:00:00.000Z", "x"]);
    expect(() => decodeCursor({ ...list, status: "closed" }, made)).toThrow(AppError);
    const parts: unknown[] = JSON.parse(Buffer.from(made, "base64url").toString());
    const changed = Buffer.from(JSON.stringify([parts[0], "999999-01-01T00:00:00.000Z", "x"])).toString("base64url");
    expect(refused(changed)).toBe("validation_error");
  });
});
