import type { z } from "zod";
import { csvLines, safeCell } from "#server/base/spreadsheet-cell.ts";
import { requireFeature } from "#server/companies/access.ts";
import { query } from "#server/core/operation.ts";
import { requireProof } from "#server/sessions/access.ts";
import type { AuditRow } from "./access.sql.ts";
import { pageOfDeeds } from "./listing.ts";
import { noteExport } from "./noting.ts";
import { type auditEntrySchema, exportAuditInput, exportAuditOutput } from "./schema.ts";
import { viewDeed } from "./viewing.ts";

const batch = 1000;

const heads = [
  "time",
  "actorType",
  "actorName",
  "actorId",
  "tokenOwner",
  "operation",
  "event",
  "subject",
  "subjectName",
  "subjectId",
  "to",
  "data",
  "id",
];

function cellsOf(entry: z.input<typeof auditEntrySchema>, row: AuditRow): string[] {
  const { actor, subject, operation, type, to, data } = entry;
  const cells = [
    actor.type,
    actor.name,
    actor.id,
    actor.ownerName,
    operation,
    type,
    subject.kind,
    subject.name,
    subject.id,
    to,
    JSON.stringify(data),
    row.id,
  ];
  return [row.createdAt.toISOString(), ...cells.map(safeCell)];
}

/** The log as CSV, a thousand rows at a time: the pieces one after the other are the file. */
export const exportAudit = query({
  name: "audit.export",
  access: "admin",
  input: exportAuditInput,
  output: exportAuditOutput,
  example: () => ({ by: "team" as const }),
  async run({ actor, input: { cursor, ...filters }, now }) {
    const { data, nextCursor } = await pageOfDeeds(actor, filters, batch, cursor);
    // The first piece is the beginning of a file, which ends before its own entry.
    await requireFeature(actor, "export");
    await requireProof({ actor, now });
    if (cursor === undefined) await noteExport(actor, { what: "audit", filters });
    const lines = data.map((row) => cellsOf(viewDeed(row), row));
    const csv = csvLines(lines);
    return { csv: cursor === undefined ? `\ufeff${heads.join(",")}\r\n${csv}` : csv, rows: data.length, nextCursor };
  },
});
