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
 * The next rows that wait; those of people who were erased meanwhile are empty. None stands before the place after so many
 * that are done: empty rows of the file only push them further. Who works on an import holds its job.
 */
export function takeRows(key: Key, done: number, limit: number): Promise<FileRow[]> {
  return rows<FileRow>(sql`
    select "position", coalesce("cells", '[]') as "cells" from contact_import_rows
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

export type CandidateRow = FileRow & { importId: string; fields: (string | null)[] };

/** Rows that failed or wait and hold one of these words in small letters, or a number that ends so. */
export function rowsLike(companyId: string, words: readonly string[], tails: readonly string[]) {
  return rows<CandidateRow>(sql`
    select r."importId", r."position", r."cells", i."fields" from contact_import_rows r
      join contact_imports i on i."companyId" = r."companyId" and i."id" = r."importId"
    where r."companyId" = ${companyId} and r."outcome" in ('failed', 'waiting') and r."cells" is not null
      and exists (select from jsonb_array_elements_text(r."cells") c("cell")
        where lower(btrim(c."cell")) = any(${[...words]}::text[])
          or right(regexp_replace(c."cell", '\\D', '', 'g'), 7) = any(${[...tails]}::text[]))`);
}

export async function clearCells(companyId: string, found: readonly CandidateRow[]): Promise<void> {
  if (found.length === 0) return;
  const places = found.map(({ importId, position }) => ({ importId, position }));
  await execute(sql`
    update contact_import_rows r set "cells" = null
    from jsonb_to_recordset(${json(places)}::jsonb) f("importId" uuid, "position" int)
    where r."companyId" = ${companyId} and r."importId" = f."importId" and r."position" = f."position"
      and r."outcome" in ('failed', 'waiting')`);
}

/** Rows after `after`, in the order of the file. */
export function outcomesAfter(key: Key, after: number, outcome: ImportOutcome | undefined, limit: number) {
  const only: Sql = outcome ? sql` and "outcome" = ${outcome}` : empty;
  return rows<OutcomeRow>(sql`
    select "position", "cells", "outcome", "contactId", "faults" from contact_import_rows
    where ${ofImport(key)} and "position" > ${after}${only} order by "position" limit ${limit}`);
}
