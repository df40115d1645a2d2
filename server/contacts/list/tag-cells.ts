/** Tags in one cell, as an export writes them: in quotes where one holds what divides them. */
export function cellOfTags(tags: readonly string[]): string {
  return tags.map((tag) => (/[,;|"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(",");
}

/** What an import reads in such a cell, or in one that people have written. */
export function tagsInCell(cell: string): string[] {
  const found = cell.matchAll(/(?:^|[,;|])\s*(?:"((?:[^"]|"")*)"(?=\s*(?:[,;|]|$))|([^,;|]*))/g);
  return [...found].map(([, quoted, plain = ""]) => (quoted?.replaceAll('""', '"') ?? plain).trim()).filter(Boolean);
}
