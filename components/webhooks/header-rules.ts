export type HeaderRow = { id: number; name: string; value: string };
export type HeaderFault = "missing" | "name" | "reserved" | "value" | "long" | "twice";

export const headerLimit = 20;

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const printable = /^[\x20-\x7e]*$/;
const reserved =
  /^(content-type|content-length|host|connection|transfer-encoding|keep-alive|upgrade|expect|te|trailer|proxy-.*|x-webhook-.*)$/;

/** What is wrong with a header, by the rules of the API; a row left empty is no header. */
export function headerFault(
  { name, value }: Omit<HeaderRow, "id">,
  others: readonly string[],
): HeaderFault | undefined {
  const given = name.trim().toLowerCase();
  if (given === "") return value.trim() === "" ? undefined : "missing";
  if (!token.test(given)) return "name";
  if (reserved.test(given)) return "reserved";
  if (others.some((other) => other.trim().toLowerCase() === given)) return "twice";
  if (!printable.test(value)) return "value";
  return value.length > 1024 ? "long" : undefined;
}

export function faultsOf(rows: readonly HeaderRow[]): ReadonlyMap<number, HeaderFault> {
  const faults = new Map<number, HeaderFault>();
  for (const [index, row] of rows.entries()) {
    const fault = headerFault(
      row,
      rows.slice(0, index).map(({ name }) => name),
    );
    if (fault) faults.set(row.id, fault);
  }
  return faults;
}

export function rowsOf(headers: Readonly<Record<string, string>>): HeaderRow[] {
  return Object.entries(headers).map(([name, value], id) => ({ id, name, value }));
}

export function headersOf(rows: readonly HeaderRow[]): Record<string, string> {
  const filled = rows.filter(({ name }) => name.trim() !== "");
  return Object.fromEntries(filled.map(({ name, value }) => [name.trim(), value.trim()]));
}
