import { createHash } from "node:crypto";
import { AppError, invalidField } from "#server/base/errors.ts";
import { equalTexts, markOf, marksOf } from "#server/base/secrets.ts";
import type { PageRequest, Pagination } from "./page-fields.ts";

/** How many rows to skip when no cursor is given. */
export function offsetOf(request: PageRequest): number {
  return request.offset ?? (request.page - 1) * request.limit;
}

/** `hasMore` and `nextCursor` come from reading one row more than the limit. */
export function paginate(request: PageRequest, total: number, hasMore: boolean, nextCursor: string | null): Pagination {
  const { limit } = request;
  const totalPages = Math.ceil(total / limit);
  if (request.cursor) {
    return { page: 1, limit, total, totalPages, hasNext: hasMore, hasPrev: true, nextCursor };
  }
  const offset = offsetOf(request);
  const page = request.offset === undefined ? request.page : Math.floor(offset / limit) + 1;
  return { page, limit, total, totalPages, hasNext: offset + limit < total, hasPrev: offset > 0, nextCursor };
}

/** Looked up anew for each page (server/db/settled.ts); not an input of clients. */
const ownLook = "settledUntil";

/** Filters and sort in one short text, in whatever order they came: a cursor is only good for the list it was made for. */
function fingerprint(list: object): string {
  const asked = Object.entries(list).filter(([name]) => name !== ownLook);
  const sorted = asked.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify(Object.fromEntries(sorted)))
    .digest("base64url")
    .slice(0, 12);
}

const sealLength = 16;
const signed = (list: object, key: readonly unknown[]) => JSON.stringify([fingerprint(list), ...key]);

/** Accepts only cursors that we signed, because their values go to the database as they are. */
function isSeal(seal: string, list: object, key: readonly unknown[]): boolean {
  return marksOf("cursors", signed(list, key)).some((mark) => equalTexts(seal, mark.slice(0, sealLength)));
}

/** `key` are the sort values of the last row, ending with its id. */
export function encodeCursor(list: object, key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify([markOf("cursors", signed(list, key)).slice(0, sealLength), ...key])).toString(
    "base64url",
  );
}

/**
 * The sort values that `encodeCursor` put in; `invalid_cursor` for what we have not signed, or signed for another list,
 * other filters or another sort.
 */
export function decodeCursor(list: object, cursor: string): (string | number | null)[] {
  const wrong = invalidField(
    "cursor",
    "The cursor does not belong to this list, its filters and its sort.",
    "invalid_cursor",
  );
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch (cause) {
    throw new AppError("validation_error", { message: wrong.message, details: wrong.details ?? [], cause });
  }
  if (!Array.isArray(parts)) throw wrong;
  const [seal, ...key]: unknown[] = parts;
  if (typeof seal !== "string" || !isSeal(seal, list, key)) throw wrong;
  const isKey = (part: unknown) => part === null || typeof part === "string" || typeof part === "number";
  if (!key.every(isKey)) throw wrong;
  return key as (string | number | null)[];
}
