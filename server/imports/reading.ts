import { type Decoded, decodeText, delimiterOf, hasWideLine, recordsOf, withoutHint } from "#server/base/csv.ts";
import { AppError, invalidField, notFound } from "#server/base/errors.ts";
import { isZip } from "#server/base/zip.ts";
import type { Actor } from "#server/core/actor.ts";
import { bytesOfOwn } from "#server/uploads/access.ts";
import type { FileBytes } from "#server/uploads/schema.ts";
import { maxImportBytes, maxImportColumns, maxImportRows } from "./choices.ts";

type Given = { file?: FileBytes | undefined; uploadId?: string | undefined; text?: string | undefined };

export type Table = Decoded & { delimiter: string };

/** The file as it is; undefined: it was given as text. */
export async function bytesGiven(actor: Actor, { file, uploadId, text }: Given): Promise<Uint8Array | undefined> {
  if (text !== undefined) return undefined;
  const bytes = file?.bytes ?? (await bytesOfOwn(actor, uploadId ?? ""));
  if (!bytes) throw notFound("upload");
  return bytes;
}

const noCsv = () => invalidField("file", "This is no CSV: save the spreadsheet as CSV.", "invalid_csv");

const headLength = 4096;

/** A picture or another program's file: no text has so many control characters. */
function isNoText(text: string): boolean {
  const head = text.slice(0, headLength);
  const controls = [...head].filter((sign) => sign < " " && !"\t\n\r\f\v".includes(sign)).length;
  return head.startsWith("%PDF-") || controls > head.length / 100;
}

async function decodedOf(actor: Actor, given: Given): Promise<Decoded> {
  const bytes = await bytesGiven(actor, given);
  if (!bytes) return { text: (given.text ?? "").replaceAll("\0", ""), encoding: "utf-8" };
  if (isZip(bytes)) throw noCsv();
  const decoded = decodeText(bytes);
  if (isNoText(decoded.text)) throw noCsv();
  return decoded;
}

/** The text of the file, and how it is written. */
export async function tableOf(actor: Actor, given: Given): Promise<Table> {
  const decoded = await decodedOf(actor, given);
  if (decoded.text.length > maxImportBytes) throw new AppError("payload_too_large", { message: "50 MB at most." });
  const { text, delimiter = delimiterOf(text) } = withoutHint(decoded.text);
  return { ...decoded, text, delimiter };
}

/** Undoes what keeps a spreadsheet from running a cell (server/base/spreadsheet-cell.ts), so that an export comes back. */
const asMeant = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell).toWellFormed();

const tooManyColumns = () => invalidField("file", `At most ${maxImportColumns} columns.`, "too_many");

/** `position`: its place among all rows of the file, as a spreadsheet shows it. */
export type FileRow = { position: number; cells: string[] };

/** Reads the header, then the rows some hundred at a time. Too many rows refuse the file as a whole. */
export async function readRows(
  { text, delimiter }: Table,
  onHeader: (columns: string[]) => void,
  onRows: (rows: FileRow[]) => Promise<void>,
  size: number,
): Promise<number> {
  let position = 0;
  let total = -1;
  let rows: FileRow[] = [];
  if (hasWideLine(text, delimiter)) throw tooManyColumns();
  try {
    for await (const record of recordsOf(text, delimiter)) {
      position = record.row;
      total += 1;
      if (total === 0) {
        if (record.cells.length > maxImportColumns) throw tooManyColumns();
        onHeader(record.cells.map((name) => asMeant(name).slice(0, 300)));
        continue;
      }
      if (total > maxImportRows) {
        const message = `A file has at most ${maxImportRows} rows: import it in parts.`;
        throw new AppError("limit_reached", { message, extra: { limit: maxImportRows } });
      }
      rows.push({ position, cells: record.cells.map(asMeant) });
      if (rows.length === size) {
        await onRows(rows);
        rows = [];
      }
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))
      throw invalidField("file", `The file cannot be read as CSV after row ${position}.`, "invalid_csv");
    throw error;
  }
  if (rows.length > 0) await onRows(rows);
  if (total < 1) throw invalidField("file", "The file has no rows under its header.", "empty");
  return total;
}
