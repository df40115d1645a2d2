import { z } from "zod";
import { noteExport } from "#server/audit/noting.ts";
import { csvLines, safeCell } from "#server/base/spreadsheet-cell.ts";
import { requireFeature } from "#server/companies/access.ts";
import type { Actor } from "#server/core/actor.ts";
import { maskValue } from "#server/core/masking.ts";
import { query } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { inCompany } from "#server/db/pool.ts";
import { settledFilters } from "#server/db/settled.ts";
import { checkCustomFilter } from "#server/fields/checking.ts";
import { cellsOfValues, columnsOfKeys, soughtKeys, writtenCell } from "#server/fields/columns.ts";
import { download } from "#server/kit/rest/download.ts";
import { requireProof } from "#server/sessions/access.ts";
import type { ShownContact } from "../row.ts";
import {
  type ContactFilters,
  contactSchema,
  exportContactsInput,
  exportedPieceSchema,
  exportPieceInput,
} from "../schema.ts";
import { viewContact } from "../viewing.ts";
import { customKeysOf, nextContacts } from "./exported.sql.ts";
import { givenFilters } from "./filtering.sql.ts";
import { cellOfTags } from "./tag-cells.ts";
import { throughView } from "./viewed.ts";

const columns = [
  ...(["id", "externalId", "name", "email", "phone", "internationalPhoneNumber", "status", "subStatus"] as const),
  ...(["assignedTo", "rating", "tags", "channelId", "entryMethod", "message", "createdAt", "updatedAt"] as const),
  ...(["utmSource", "utmMedium", "utmCampaign", "gclid", "conversionUrl", "refererTracking", "device"] as const),
] as const;

const batch = 1000;
type Filters = ContactFilters | undefined;

/** The filters of the list, its view's included; undefined: nothing matches. */
async function filtersOf(actor: Actor, view: string | undefined, asked: ContactFilters): Promise<Filters> {
  await checkCustomFilter(actor, "contact", asked.customFields);
  const filters = await throughView(actor, view, givenFilters(asked));
  return filters && settledFilters(filters);
}

/** Names of the columns after the fixed ones. */
async function customColumns(actor: Actor, filters: Filters): Promise<string[]> {
  return filters ? columnsOfKeys(await customKeysOf(actor, filters, soughtKeys)) : [];
}

function cellsOf(row: ShownContact, custom: readonly string[]): string[] {
  const { tags, customFields } = row;
  const fixed = columns.map((column) => writtenCell(column === "tags" ? cellOfTags(tags) : row[column]));
  return [...fixed, ...cellsOfValues(customFields, custom)];
}

const head = (custom: readonly string[]) => `\ufeff${csvLines([[...columns, ...custom].map(safeCell)])}`;

const lines = (rows: readonly ShownContact[], custom: readonly string[]) =>
  csvLines(rows.map((row) => cellsOf(row, custom)));

/** Every row of the list, a thousand at a time, each batch in its own short read. */
async function* allRows(actor: Actor, filters: Filters): AsyncGenerator<ShownContact[]> {
  for (let after: string | null = null; filters; ) {
    const from = after;
    const page: ShownContact[] = await inCompany(actor.companyId, () => nextContacts(actor, filters, from, batch));
    if (page.length > 0) yield maskValue(page, masksOf(actor));
    if (page.length < batch) return;
    after = page.at(-1)?.id ?? null;
  }
}

async function* csv(actor: Actor, filters: Filters): AsyncGenerator<string> {
  const custom = await inCompany(actor.companyId, () => customColumns(actor, filters));
  yield head(custom);
  for await (const rows of allRows(actor, filters)) yield lines(rows, custom);
}

async function* jsonText(actor: Actor, filters: Filters): AsyncGenerator<string> {
  yield "[";
  let separator = "";
  for await (const rows of allRows(actor, filters)) {
    yield separator + rows.map((row) => JSON.stringify(contactSchema.parse(viewContact(row)))).join(",");
    separator = ",";
  }
  yield "]";
}

const exportSchema = z.custom<{ format: "csv" | "json"; day: string; chunks: AsyncGenerator<string> }>();

/** GET /v1/contacts/export (W9): all rows of the list, newest first, streamed. */
export const exportContacts = query({
  name: "contacts.export",
  access: "clients_read",
  input: exportContactsInput,
  output: exportSchema,
  example: () => ({ format: "csv" as const }),
  async run({ actor, input, now }) {
    const { format, view, ...asked } = input;
    await requireFeature(actor, "export");
    await requireProof({ actor, now });
    const filters = await filtersOf(actor, view, asked);
    await noteExport(actor, { what: "contacts", filters: { format, view, ...asked } });
    const chunks = format === "csv" ? csv(actor, filters) : jsonText(actor, filters);
    return { format, day: now.toISOString().slice(0, 10).replaceAll("-", ""), chunks };
  },
});

export function respondWithContacts(output: unknown): Response {
  const { format, day, chunks } = exportSchema.parse(output);
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/json";
  return download({ name: `contacts-${day}.${format}`, type, chunks });
}

/** The same CSV for a page, a thousand rows at a time: the pieces one after the other are the file. */
export const exportContactsPiece = query({
  name: "contacts.exportPiece",
  access: "clients_read",
  input: exportPieceInput,
  output: exportedPieceSchema,
  example: () => ({ status: "new" }),
  async run({ actor, input, now }) {
    const { view, after, columns: given, ...asked } = input;
    await requireFeature(actor, "export");
    await requireProof({ actor, now });
    const filters = await filtersOf(actor, view, asked);
    if (after === undefined) await noteExport(actor, { what: "contacts", filters: { format: "csv", view, ...asked } });
    const custom = given ?? (await customColumns(actor, filters));
    const rows = filters ? await nextContacts(actor, filters, after ?? null, batch) : [];
    const next = rows.length < batch ? null : (rows.at(-1)?.id ?? null);
    const text = lines(maskValue(rows, masksOf(actor)), custom);
    return { csv: after === undefined ? head(custom) + text : text, rows: rows.length, columns: custom, next };
  },
});
