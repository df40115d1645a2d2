import { Readable } from "node:stream";
import { parse } from "csv-parse";

export type Decoded = { text: string; encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" };

/** What spreadsheets write: with a mark, else UTF-8, else the western encoding of old ones. */
function encodingOf(bytes: Uint8Array): Decoded["encoding"] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** UTF-8 where the bytes are, else Windows-1252, which Excel writes; without zero bytes, which no database takes. */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes).replaceAll("\0", ""), encoding };
}

const delimiters = [",", ";", "\t", "|"] as const;

/** No header is longer. */
const headSize = 65_536;

/** The sign that stands most often in the header, outside of quotes. */
export function delimiterOf(text: string): (typeof delimiters)[number] {
  const [header = ""] = text
    .slice(0, headSize)
    .replace(/^\ufeff/, "")
    .replace(/"[^"]*"/g, "")
    .trimStart()
    .split(/\r?\n|\r/, 1);
  const counted = delimiters.map((sign) => ({ sign, count: header.split(sign).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

/** What spreadsheets write and read as the first line, to say what stands between cells; they do not show it. */
export function withoutHint(text: string): { text: string; delimiter?: string } {
  const [line, sign] = /^\ufeff?"?sep=([,;\t|])"?[ ]*(?:\r\n|\n|\r)/i.exec(text) ?? [];
  return line === undefined || sign === undefined ? { text } : { text: text.slice(line.length), delimiter: sign };
}

/** As sync and streamed readers of CSV take it here. */
export const csvOptions = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
  // A quote that nobody closes would hold all the rest of a file.
  max_record_size: 1_000_000,
} as const;

const mostFields = 10_000;

/** Whether a line has more fields than any record: each would be made before the first of them could be refused. */
export function hasWideLine(text: string, delimiter: string): boolean {
  const ending = text.includes("\n") ? "\n" : "\r";
  let from = 0;
  while (from + mostFields < text.length) {
    const lastEnd = text.lastIndexOf(ending, from + mostFields);
    if (lastEnd >= from) {
      from = lastEnd + 1;
      continue;
    }
    // Longer than its fields may be many.
    const next = text.indexOf(ending, from);
    const end = next < 0 ? text.length : next;
    let count = 0;
    for (let at = text.indexOf(delimiter, from); at >= 0 && at < end; at = text.indexOf(delimiter, at + 1)) {
      count += 1;
      if (count >= mostFields) return true;
    }
    from = end + 1;
  }
  return false;
}

const piece = 256 * 1024;
const turn = () => new Promise((go) => setImmediate(go));

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += piece) {
    yield text.slice(from, from + piece);
    await turn();
  }
}

/** `row`: its place among all rows of the file, empty ones too, as spreadsheets count them from 1. */
export type CsvRecord = { row: number; cells: string[] };

type Place = { records: number; empty_lines: number };

/** The records of a CSV one after the other, the header first; others get their turn in between. */
export async function* recordsOf(text: string, delimiter: string): AsyncGenerator<CsvRecord> {
  const places: number[] = [];
  const options = {
    ...csvOptions,
    delimiter,
    // The parser does not count those that it leaves out by this.
    skip_records_with_empty_values: false,
    on_record: (cells: string[], { records, empty_lines }: Place) => {
      if (cells.every((cell) => cell === "")) return null;
      places.push(records + empty_lines);
      return cells;
    },
  };
  const parser = Readable.from(piecesOf(text)).pipe(parse(options));
  let count = 0;
  for await (const record of parser) {
    yield { row: places[count] ?? 0, cells: record as string[] };
    count += 1;
    if (count % 500 === 0) await turn();
  }
}
