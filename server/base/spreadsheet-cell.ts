/** A cell that a spreadsheet would run as a formula gets a leading apostrophe, numbers too (decisions.md E9). */
export function safeCell(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
