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
import { phasesOf } from "#server/phases/access.ts";
import { requireProof } from "#server/sessions/access.ts";
import { readableConversations } from "../access.sql.ts";
import type { ConversationRow } from "../row.ts";
import { type ConversationFilters, conversationSchema, filterConversationsInput } from "../schema.ts";
import { viewConversation } from "../viewing.ts";
import { customKeysOf, idsFrom, idsInOrder } from "./matching.sql.ts";

const columns = [
  "id",
  "createdAt",
  "lastMessageAt",
  "status",
  "channel",
  "channelId",
  "visitorName",
  "visitorEmail",
  "visitorPhone",
  "contactId",
  "assignedTo",
  "preAssigned",
  "persistentLastOperator",
  "phaseId",
  "phaseName",
  "amount",
  "tags",
  "isLead",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "firstHumanMessageAt",
] as const;

const batch = 1000;

function* batches(all: Buffer): Generator<string[]> {
  for (let place = 0; ; place += batch) {
    const ids = idsFrom(all, place, batch);
    if (ids.length === 0) return;
    yield ids;
  }
}

/** Every row of the list as it stood when the file began, each batch in its own short read: what moves meanwhile is in it once. */
async function* allRows(actor: Actor, all: Buffer): AsyncGenerator<ConversationRow[]> {
  for (const ids of batches(all)) {
    const found = await inCompany(actor.companyId, () => readableConversations(actor, ids));
    const known = new Map(found.map((row) => [row.id, row]));
    yield maskValue(
      ids.flatMap((id) => known.get(id) ?? []),
      masksOf(actor),
    );
  }
}

/** Keys of custom fields that these have, the most frequent first. */
export async function customKeys(companyId: string, all: Buffer): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const ids of batches(all)) {
    for (const { key, count } of await inCompany(companyId, () => customKeysOf(companyId, ids)))
      counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const keys = [...counts].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1)).map(([key]) => key);
  return keys.slice(0, soughtKeys);
}

function cellsOf(row: ConversationRow, phaseName: string, custom: readonly string[]): string[] {
  const status = viewConversation(row).status;
  const values: Record<(typeof columns)[number], unknown> = { ...row, status, phaseName, tags: row.tags.join(",") };
  const fixed = columns.map((column) => writtenCell(values[column]));
  return [...fixed, ...cellsOfValues(row.customFields, custom)];
}

async function phaseNames(actor: Actor): Promise<Map<string, string>> {
  const phases = await inCompany(actor.companyId, () => phasesOf(actor));
  return new Map(phases.map((phase) => [phase.id, phase.name]));
}

async function* csv(actor: Actor, filters: ConversationFilters): AsyncGenerator<string> {
  const names = await phaseNames(actor);
  const all = await inCompany(actor.companyId, () => idsInOrder(actor, filters));
  const custom = columnsOfKeys(await customKeys(actor.companyId, all));
  yield `\ufeff${csvLines([[...columns, ...custom.map(safeCell)]])}`;
  for await (const rows of allRows(actor, all)) {
    yield csvLines(rows.map((row) => cellsOf(row, names.get(row.phaseId) ?? "", custom)));
  }
}

/** The resource, with the columns that the file has beyond it. */
function exported(row: ConversationRow, phaseName: string) {
  return {
    ...conversationSchema.parse(viewConversation(row)),
    phaseName,
    firstHumanMessageAt: row.firstHumanMessageAt,
  };
}

async function* jsonText(actor: Actor, filters: ConversationFilters): AsyncGenerator<string> {
  const names = await phaseNames(actor);
  const all = await inCompany(actor.companyId, () => idsInOrder(actor, filters));
  yield "[";
  let separator = "";
  for await (const rows of allRows(actor, all)) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(exported(row, names.get(row.phaseId) ?? ""))).join(",");
    separator = ",";
  }
  yield "]";
}

const exportSchema = z.custom<{ format: "csv" | "json"; day: string; chunks: AsyncGenerator<string> }>();

/** GET /v1/conversations/export (E9): all rows of the list, streamed. */
export const exportConversations = query({
  name: "conversations.export",
  access: "clients_read",
  input: filterConversationsInput.extend({ format: z.enum(["csv", "json"]).default("csv") }),
  output: exportSchema,
  example: () => ({ format: "csv" as const }),
  async run({ actor, input, now }) {
    const { format, ...asked } = input;
    await requireFeature(actor, "export");
    await requireProof({ actor, now });
    await checkCustomFilter(actor, "conversation", asked.customFields);
    await noteExport(actor, { what: "conversations", filters: { format, ...asked } });
    const filters = await settledFilters(asked);
    const chunks = format === "csv" ? csv(actor, filters) : jsonText(actor, filters);
    return { format, day: now.toISOString().slice(0, 10).replaceAll("-", ""), chunks };
  },
});

export function respondWithExport(output: unknown): Response {
  const { format, day, chunks } = exportSchema.parse(output);
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/json";
  return download({ name: `conversations-${day}.${format}`, type, chunks });
}
