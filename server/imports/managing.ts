import { z } from "zod";
import { readableJob } from "#server/actions/bulk/access.ts";
import { noteExport } from "#server/audit/noting.ts";
import { notFound } from "#server/base/errors.ts";
import { csvLines, safeCell } from "#server/base/spreadsheet-cell.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import type { BulkJob, ContactImport } from "#server/db/generated/client.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { download } from "#server/kit/rest/download.ts";
import { requireProof } from "#server/sessions/access.ts";
import type { ImportOutcome } from "./choices.ts";
import { type OutcomeRow, outcomesAfter } from "./rows.sql.ts";
import { contactImportSchema, importIdInput, importOutcomesInput } from "./schema.ts";

const batch = 1000;

/** An import of the person behind the actor, or anybody's for administrators. */
async function readableImport(actor: Actor, id: string): Promise<{ job: BulkJob; found: ContactImport }> {
  const job = await readableJob(actor, id);
  const found = await prisma.contactImport.findFirst({ where: { companyId: actor.companyId, id: job.id } });
  if (!found) throw notFound("import");
  return { job, found };
}

/** GET /v1/imports/{jobId} */
export const readImport = query({
  name: "imports.read",
  access: "clients_write",
  input: importIdInput,
  output: contactImportSchema,
  example: (given) => ({ jobId: given.importJobId ?? "" }),
  async run({ actor, input }) {
    const { job, found } = await readableImport(actor, input.jobId);
    const { id, fileName, created, updated, skipped, failed } = found;
    const { status, total, createdAt, startedAt, finishedAt } = job;
    const left = Math.max(0, total - created - updated - skipped - failed);
    const [waiting, cancelled] = status === "cancelled" ? [0, left] : [left, 0];
    const counts = { total, created, updated, skipped, failed, waiting, cancelled };
    return { id, status, fileName, ...counts, createdAt, startedAt, finishedAt };
  },
});

function linesOf(rows: readonly OutcomeRow[], width: number, cancelled: boolean): string {
  const lines = rows.map(({ position, outcome, contactId, faults, cells }) => {
    const shown = outcome === "waiting" && cancelled ? "cancelled" : outcome;
    const why = faults.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(" ");
    const own = Array.from({ length: width }, (_, index) => safeCell(cells?.[index] ?? ""));
    return [String(position), shown, contactId ?? "", faults.map(({ code }) => code).join(" "), why, ...own];
  });
  return csvLines(lines);
}

async function* outcomes(
  actor: Actor,
  { job, found }: Awaited<ReturnType<typeof readableImport>>,
  only?: ImportOutcome,
) {
  const { columns } = found;
  const head = ["row", "outcome", "contactId", "code", "reason", ...columns.map(safeCell)];
  yield `\ufeff${csvLines([head])}`;
  for (let after = 0; ; ) {
    const from = after;
    const rows = await inCompany(actor.companyId, () => outcomesAfter(job, from, only, batch));
    if (rows.length > 0) yield linesOf(rows, columns.length, job.status === "cancelled");
    if (rows.length < batch) return;
    after = rows.at(-1)?.position ?? after;
  }
}

const fileSchema = z.custom<{ id: string; chunks: AsyncGenerator<string> }>();

/** GET /v1/imports/{jobId}/outcomes: each row and how it ended; those that failed with their cells. */
export const readOutcomes = query({
  name: "imports.outcomes",
  access: "clients_write",
  input: importOutcomesInput,
  output: fileSchema,
  example: (given) => ({ jobId: given.importJobId ?? "" }),
  async run({ actor, input, now }) {
    await requireProof({ actor, now });
    const one = await readableImport(actor, input.jobId);
    await noteExport(actor, { what: "contacts", id: one.job.id, filters: { outcome: input.outcome } });
    return { id: one.job.id, chunks: outcomes(actor, one, input.outcome) };
  },
});

export function respondWithOutcomes(output: unknown): Response {
  const { id, chunks } = fileSchema.parse(output);
  return download({ name: `import-${id}.csv`, type: "text/csv; charset=utf-8", chunks });
}

/** The same as one text, for a page. */
export const readOutcomeText = query({
  name: "imports.outcomeText",
  access: "clients_write",
  input: importOutcomesInput,
  output: z.object({ csv: z.string() }),
  example: (given) => ({ jobId: given.importJobId ?? "", outcome: "failed" as const }),
  async run({ actor, input, now }) {
    await requireProof({ actor, now });
    const one = await readableImport(actor, input.jobId);
    await noteExport(actor, { what: "contacts", id: one.job.id, filters: { outcome: input.outcome } });
    const pieces: string[] = [];
    for await (const piece of outcomes(actor, one, input.outcome)) pieces.push(piece);
    return { csv: pieces.join("") };
  },
});
