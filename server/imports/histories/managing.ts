import { z } from "zod";
import { jobsOf } from "#server/actions/bulk/access.ts";
import { noteExport } from "#server/audit/noting.ts";
import { csvLines, safeCell } from "#server/base/spreadsheet-cell.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import type { BulkJob, HistoryImport } from "#server/db/generated/client.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { download } from "#server/kit/rest/download.ts";
import type { ImportOutcome } from "../choices.ts";
import { readableHistory } from "./access.ts";
import { outcomesAfter } from "./items.sql.ts";
import { historyIdInput, historyOutcomesInput, historySchema } from "./schema.ts";

const batch = 1000;
const mostShown = 50;

export function viewHistory({ job, found }: { job: BulkJob; found: HistoryImport }): z.input<typeof historySchema> {
  const { settings, token: _sealed, cursor, companyId: _own, tries: _tries, ...shown } = found;
  const { uploadId: _upload, ...chosen } = settings;
  const { status, total, createdAt, startedAt, finishedAt } = job;
  const left = Math.max(0, total - found.created - found.updated - found.skipped - found.failed);
  const [waiting, cancelled] = status === "cancelled" ? [0, left] : [left, 0];
  const reading = cursor !== null && finishedAt === null;
  const retryAt = finishedAt === null ? found.retryAt : null;
  const counts = { total, waiting, cancelled };
  return { ...shown, ...chosen, status, reading, ...counts, retryAt, createdAt, startedAt, finishedAt };
}

/** GET /v1/history-imports/{jobId} */
export const readHistory = query({
  name: "imports.readHistory",
  access: "admin",
  input: historyIdInput,
  output: historySchema,
  example: (given) => ({ jobId: given.historyJobId ?? "" }),
  run: async ({ actor, input }) => viewHistory(await readableHistory(actor, input.jobId)),
});

/** GET /v1/history-imports: those of the last seven days, the newest first. */
export const listHistories = query({
  name: "imports.histories",
  access: "admin",
  input: z.object({}),
  output: z.array(historySchema),
  example: () => ({}),
  async run({ actor }) {
    const { companyId } = actor;
    const orderBy = [{ createdAt: "desc" }, { id: "desc" }] as const;
    const found = await prisma.historyImport.findMany({ where: { companyId }, orderBy: [...orderBy], take: mostShown });
    const jobs = await jobsOf(
      actor,
      found.map(({ id }) => id),
    );
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return found.flatMap((one) => {
      const job = byId.get(one.id);
      return job ? [viewHistory({ job, found: one })] : [];
    });
  },
});

/** What runs are called, by their id; to administrators. */
export async function historyNamesOf(actor: Actor, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0 || !can(actor, "admin")) return [];
  const where = { companyId: actor.companyId, id: { in: [...ids] } };
  const found = await prisma.historyImport.findMany({ where, select: { id: true, name: true } });
  return found.map(({ id, name }) => [id, name]);
}

const head = ["row", "kind", "sourceId", "outcome", "id", "messages", "notes", "leftOut", "code", "reason"];

async function* outcomes({ job, found }: { job: BulkJob; found: HistoryImport }, only?: ImportOutcome) {
  yield `\ufeff${csvLines([head])}`;
  for (let after = 0; ; ) {
    const from = after;
    const items = await inCompany(found.companyId, () => outcomesAfter(found, from, only, batch));
    const lines = items.map(({ position, kind, sourceId, outcome, ownId, messages, notes, leftOut, faults }) => {
      const shown = outcome === "waiting" && job.status === "cancelled" ? "cancelled" : outcome;
      const why = faults.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(" ");
      const codes = faults.map(({ code }) => code).join(" ");
      const cells = [position, kind, sourceId, shown, ownId ?? "", messages, notes, leftOut, codes, why];
      return cells.map((cell) => safeCell(String(cell)));
    });
    if (lines.length > 0) yield csvLines(lines);
    if (items.length < batch) return;
    after = items.at(-1)?.position ?? after;
  }
}

const fileSchema = z.custom<{ id: string; chunks: AsyncGenerator<string> }>();

/** GET /v1/history-imports/{jobId}/outcomes: each contact and conversation, and how it ended. */
export const readHistoryOutcomes = query({
  name: "imports.historyOutcomes",
  access: "admin",
  input: historyOutcomesInput,
  output: fileSchema,
  example: (given) => ({ jobId: given.historyJobId ?? "" }),
  async run({ actor, input }) {
    const one = await readableHistory(actor, input.jobId);
    await noteExport(actor, { what: "contacts", id: one.job.id, filters: { outcome: input.outcome } });
    return { id: one.job.id, chunks: outcomes(one, input.outcome) };
  },
});

export function respondWithHistory(output: unknown): Response {
  const { id, chunks } = fileSchema.parse(output);
  return download({ name: `history-${id}.csv`, type: "text/csv; charset=utf-8", chunks });
}

/** The same as one text, for a page. */
export const readHistoryText = query({
  name: "imports.historyText",
  access: "admin",
  input: historyOutcomesInput,
  output: z.object({ csv: z.string() }),
  example: (given) => ({ jobId: given.historyJobId ?? "" }),
  async run({ actor, input }) {
    const one = await readableHistory(actor, input.jobId);
    await noteExport(actor, { what: "contacts", id: one.job.id, filters: { outcome: input.outcome } });
    const pieces: string[] = [];
    for await (const piece of outcomes(one, input.outcome)) pieces.push(piece);
    return { csv: pieces.join("") };
  },
});
