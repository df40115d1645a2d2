const plainDate = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i;
const zone = /(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** No date is longer. What is sent is measured before it is searched, which takes longer than its length says. */
const maxLength = 64;

/** An offset of hours only is ISO 8601, but no date of JavaScript's. */
function zoned(text: string): string {
  const offset = zone.exec(text)?.[0];
  if (offset === undefined) return `${text}Z`;
  return offset.length === 3 ? `${text}:00` : text;
}

/** ISO 8601 with any offset, or a plain date meaning midnight UTC; a "+" that a query string made a space counts. */
export function readDate(given: string): Date | undefined {
  const trimmed = given.trim();
  if (trimmed.length > maxLength) return undefined;
  const text = trimmed.replace(/(T\S*) (\d{2}(:?\d{2})?)$/, "$1+$2");
  if (!plainDate.test(text) && !dateTime.test(text)) return undefined;
  const date = new Date(plainDate.test(text) ? text : zoned(text));
  if (Number.isNaN(date.getTime())) return undefined;
  // 2026-02-31 must not become 3 March.
  const [year, month, day] = text.slice(0, 10).split("-").map(Number);
  const check = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day));
  return check.getUTCDate() === day ? date : undefined;
}
