const plainDate = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** ISO 8601 with any offset, or a plain date meaning midnight UTC; a "+" that a query string made a space counts. */
export function readDate(given: string): Date | undefined {
  const text = given.trim().replace(/(T\S*) (\d{2}:?\d{2})$/, "$1+$2");
  if (!plainDate.test(text) && !dateTime.test(text)) return undefined;
  const hasZone = plainDate.test(text) || /(Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const date = new Date(hasZone ? text : `${text}Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  // 2026-02-31 must not become 3 March.
  const [year, month, day] = text.slice(0, 10).split("-").map(Number);
  const check = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day));
  return check.getUTCDate() === day ? date : undefined;
}
