import { stringify } from "csv-stringify/sync";

/**
 * A cell that a spreadsheet would run as a formula gets a leading apostrophe, numbers too (decisions.md E9). One that
 * begins so of itself gets another, so that an import gives back each as it was.
 */
export function safeCell(value: string): string {
  return /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** Lines of a CSV file by RFC 4180: in quotes what breaks a line, by whichever sign (decisions.md E9). */
export function csvLines(lines: readonly (readonly string[])[]): string {
  return stringify([...lines], { record_delimiter: "windows", quoted_match: /[\r\n]/ });
}
