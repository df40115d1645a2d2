import { carried, type ViewPage } from "./choices.ts";

export type ReadFilters = Record<string, string | string[]>;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A page's filters as they stand in its address; other names are left out. */
export function readQuery(page: ViewPage, query: string): ReadFilters {
  const { lists, texts } = carried[page];
  const read: ReadFilters = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (lists.includes(name)) {
      const items = value
        .split(",")
        .map((item) => decoded(item).trim())
        .filter(Boolean);
      if (items.length > 0) read[name] = items;
    } else if (texts.includes(name) && value.trim() !== "") read[name] = value.trim();
  }
  return read;
}

/* A comma within a tag must survive the list it stands in. */
function inList(value: string): string {
  return encodeURIComponent(/[,%]/.test(value) ? encodeURIComponent(value) : value);
}

export function writeQuery(filters: ReadFilters): string {
  return Object.entries(filters)
    .map(([name, value]) =>
      Array.isArray(value) ? `${name}=${value.map(inList).join(",")}` : `${name}=${encodeURIComponent(value)}`,
    )
    .join("&");
}
