import { hiddenValue } from "#server/webhooks/choices.ts";

/** `kept`: the name under which the service stores the value, which it never shows again. */
export type HeaderRow = { id: number; name: string; value: string; kept?: string };
export type HeaderFault = "missing" | "name" | "reserved" | "value" | "long" | "twice" | "anew";

export const headerLimit = 20;

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const printable = /^[\x20-\x7e]*$/;
const reserved =
  /^(content-type|content-length|host|connection|transfer-encoding|keep-alive|upgrade|expect|te|trailer|proxy-.*|x-webhook-.*)$/;

/** What is wrong with a header, by the rules of the API; a row left empty is no header. */
export function headerFault(
  { name, value, kept }: Omit<HeaderRow, "id">,
  others: readonly string[],
  moved = false,
): HeaderFault | undefined {
  const given = name.trim().toLowerCase();
  if (given === "") return value.trim() === "" ? undefined : "missing";
  if (!token.test(given)) return "name";
  if (reserved.test(given)) return "reserved";
  if (others.some((other) => other.trim().toLowerCase() === given)) return "twice";
  if (value === hiddenValue && (moved || name.trim() !== kept)) return "anew";
  if (!printable.test(value)) return "value";
  return value.length > 1024 ? "long" : undefined;
}

export function faultsOf(rows: readonly HeaderRow[], moved = false): ReadonlyMap<number, HeaderFault> {
  const faults = new Map<number, HeaderFault>();
  for (const [index, row] of rows.entries()) {
    const fault = headerFault(
      row,
      rows.slice(0, index).map(({ name }) => name),
      moved,
    );
    if (fault) faults.set(row.id, fault);
  }
  return faults;
}

export function rowsOf(headers: Readonly<Record<string, string>>): HeaderRow[] {
  return Object.entries(headers).map(([name, value], id) => {
    return { id, name, value, ...(value === hiddenValue ? { kept: name } : {}) };
  });
}

export function headersOf(rows: readonly HeaderRow[]): Record<string, string> {
  const filled = rows.filter(({ name }) => name.trim() !== "");
  return Object.fromEntries(filled.map(({ name, value }) => [name.trim(), value.trim()]));
}
