import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import type { PageRequest } from "#server/core/page-fields.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { masksOf } from "#server/core/rights.ts";
import { settledFilters } from "#server/db/settled.ts";
import { checkCustomFilter } from "#server/fields/checking.ts";
import { readableContact } from "../access.sql.ts";
import { customPrefix, type OrderField } from "../choices.ts";
import { type ContactFilters, contactIdInput, contactPage, contactSchema, listContactsInput } from "../schema.ts";
import { viewContact } from "../viewing.ts";
import { isAtHand, isFewAtHand } from "./at-hand.sql.ts";
import { companyTotal, totalOf } from "./counting.sql.ts";
import { sortedField } from "./custom-checks.ts";
import { givenFilters, hasText, onlyText } from "./filtering.sql.ts";
import { follow, isFew, isIndexed, type Slice, type SortValue, sortColumns } from "./page-query.sql.ts";
import { collected, type Found, load, sortedByCustom } from "./rows.sql.ts";
import { throughView } from "./viewed.ts";

type Order = { orderBy: string; order: "asc" | "desc" };

function readKey(parts: (string | number | null)[]): Slice["after"] {
  const [value = null, id] = parts;
  if (!isId(id)) throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
  return { value, id };
}

/** JSON has no Infinity, which stands for "no number". */
const written = (value: SortValue) => {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value instanceof Date ? value.toISOString() : value;
};

/** No index has this order: so many are read and sorted at most. */
const mostSorted = 100_000;

async function find(actor: Actor, filters: ContactFilters, slice: Slice): Promise<Found> {
  const sortedAnew = slice.column === "custom";
  const searched = hasText(filters) || filters.customFields !== undefined;
  // What texts alone find of all there is is known before any contact is looked at.
  const found = slice.column !== "id" && onlyText(filters);
  if (!sortedAnew && searched && !found) return collected(actor, filters, slice);
  const total = await totalOf(actor, filters);
  if (total === 0) return { total, rows: [] };
  if (sortedAnew) {
    const message = `A list of at most ${mostSorted} contacts is sorted by a custom field: narrow it first.`;
    if (total > mostSorted) throw invalidField("orderBy", message, "too_many");
    return collected(actor, filters, slice);
  }
  const indexed = isIndexed(actor, filters, slice);
  const atHand = !indexed && isAtHand(slice.column, total);
  const all = indexed ? 0 : await companyTotal(actor);
  const few = atHand ? isFewAtHand(slice.take + slice.skip, total, all) : isFew(filters, slice, total, all);
  if (!indexed && (few || (searched && !atHand))) return collected(actor, filters, slice);
  return { total, rows: await load(actor, follow(actor, filters, slice, atHand), slice) };
}

async function pageOfContacts(actor: Actor, filters: ContactFilters, { orderBy, order }: Order, request: PageRequest) {
  const field = orderBy.startsWith(customPrefix)
    ? await sortedField(actor, orderBy.slice(customPrefix.length))
    : undefined;
  const column = field ? "custom" : sortColumns[orderBy as OrderField];
  if (masksOf(actor).some((field) => field === column))
    throw invalidField("orderBy", "Your role does not show this field.", "hidden");
  const list = { ...filters, column: field ? orderBy : column, order };
  const slice: Slice = {
    column,
    ...(field ? { custom: sortedByCustom(field, order === "desc") } : {}),
    descending: order === "desc",
    after: request.cursor ? readKey(decodeCursor(list, request.cursor)) : null,
    take: request.limit + 1,
    skip: request.cursor ? 0 : offsetOf(request),
  };
  const found = await find(actor, filters, slice);
  const shown = found.rows.slice(0, request.limit);
  const hasMore = found.rows.length > request.limit;
  const last = shown.at(-1);
  const nextCursor = hasMore && last ? encodeCursor(list, [written(last.sortKey), last.id]) : null;
  return { pagination: paginate(request, found.total, hasMore, nextCursor), data: shown.map(viewContact) };
}

/** GET /v1/contacts */
export const listContacts = query({
  name: "contacts.list",
  access: "clients_read",
  input: listContactsInput,
  output: contactPage,
  example: () => ({ status: "new", orderBy: "createdAt" as const }),
  async run({ actor, input }) {
    const { orderBy, order, limit, offset, page, cursor, view, ...filters } = input;
    const request = { limit, offset, page, cursor };
    await checkCustomFilter(actor, "contact", filters.customFields);
    const asked = await throughView(actor, view, givenFilters(filters));
    if (!asked) return { pagination: paginate(request, 0, false, null), data: [] };
    return pageOfContacts(actor, await settledFilters(asked), { orderBy, order }, request);
  },
});

/** GET /v1/contacts/{contactId} */
export const readContact = query({
  name: "contacts.read",
  access: "clients_read",
  input: contactIdInput,
  output: contactSchema,
  example: (given) => ({ contactId: given.contactId ?? "" }),
  run: async ({ actor, input }) => viewContact(await readableContact(actor, input.contactId)),
});
