const two = (value: number) => String(value).padStart(2, "0");

/** A moment as a field for date and time writes it, by this browser's clock. */
export function localTime(at: Date): string {
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment that such a field names; undefined where it names none. */
export function momentOf(text: string): Date | undefined {
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? undefined : at;
}
