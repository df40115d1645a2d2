// SQL because rows come by the thousand, are taken under locks, and are counted by their outcome.
import { empty, execute, json, rows, type Sql, sql } from "#server/db/sql.ts";
import type { ImportOutcome } from "./choices.ts";
import type { FileRow } from "./reading.ts";
import type { RowFault } from "./schema.ts";

type Key = { companyId: string; id: string };
/** Without its cells where a person in them was erased. */
export type OutcomeRow = Pick<FileRow, "position"> & {
  cells: FileRow["cells"] | null;
  outcome: ImportOutcome;
  contactId: string | null;
  faults: RowFault[];
};

const ofImport = ({ companyId, id }: Key) => sql`"companyId" = ${companyId} and "importId" = ${id}`;

export async function addRows({ companyId, id }: Key, found: readonly FileRow[]): Promise<void> {
  await execute(sql`
    insert into contact_import_rows ("companyId", "importId", "position", "cells")
    select ${companyId}, ${id}, r."position", r."cells"
    from jsonb_to_recordset(${json(found)}::jsonb) r("position" int, "cells" jsonb)`);
}

/**
 * The next rows that wait. None stands before the place after so many that are done: empty rows of the file only push
 * them further. Who works on an import holds its job.
 */
export function takeRows(key: Key, done: number, limit: number): Promise<FileRow[]> {
  return rows<FileRow>(sql`
    select "position", "cells" from contact_import_rows
    where ${ofImport(key)} and "position" >= ${done + 2} and "outcome" = 'waiting' order by "position" limit ${limit}`);
}

type Marked = { position: number; outcome: ImportOutcome; contactId: string | null; faults: RowFault[] };

/** What was taken is in the contact: the cells of a row are kept only where it failed. */
export async function markRows(key: Key, done: readonly Marked[]): Promise<void> {
  await execute(sql`
    update contact_import_rows r set "outcome" = d."outcome", "contactId" = d."contactId", "faults" = d."faults",
      "cells" = case when d."outcome" = 'failed' then r."cells" end
    from jsonb_to_recordset(${json(done)}::jsonb)
      d("position" int, "outcome" text, "contactId" uuid, "faults" jsonb)
    where r."companyId" = ${key.companyId} and r."importId" = ${key.id} and r."position" = d."position"`);
}

/** Rows that failed and hold one of these values forget their cells. */
export async function clearCells(companyId: string, values: readonly string[]): Promise<void> {
  await execute(sql`
    update contact_import_rows r set "cells" = null from contact_imports i
    where i."companyId" = ${companyId} and r."companyId" = i."companyId" and r."importId" = i."id"
      and r."outcome" = 'failed' and r."cells" ?| ${[...values]}::text[]`);
}

/** Rows after `after`, in the order of the file. */
export function outcomesAfter(key: Key, after: number, outcome: ImportOutcome | undefined, limit: number) {
  const only: Sql = outcome ? sql` and "outcome" = ${outcome}` : empty;
  return rows<OutcomeRow>(sql`
    select "position", "cells", "outcome", "contactId", "faults" from contact_import_rows
    where ${ofImport(key)} and "position" > ${after}${only} order by "position" limit ${limit}`);
}
