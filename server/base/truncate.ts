/** At most so many UTF-16 units of a text, without half of a character at the end, which no database takes. */
export function truncate(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "") : text;
}
