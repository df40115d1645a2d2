export type JsonValueKind = "string" | "number" | "boolean" | "null";

/** One line of printed JSON. Texts are as they stand in the source: nothing is rounded, reordered or dropped. */
export type JsonLine = {
  depth: number;
  /** With its quotes. */
  key?: string;
  value?: { kind: JsonValueKind; text: string };
  /** Opens a list or an object; an empty one is opened and closed on the same line. */
  open?: "{" | "[";
  close?: "}" | "]";
  comma: boolean;
  /** For a line that opens: how many entries it holds, and the index of the line that closes it. */
  entries: number;
  end: number;
};

const tokens = /"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

/** Prints JSON line by line, without recursion, so that no nesting is too deep; undefined for what is not JSON. */
export function jsonLines(source: string): JsonLine[] | undefined {
  if (!isJson(source)) return undefined;
  const lines: JsonLine[] = [];
  const open: JsonLine[] = [];
  let key: string | undefined;
  const found = source.match(tokens) ?? [];
  const put = (line: Partial<JsonLine>): JsonLine => {
    const parent = open.at(-1);
    if (parent) parent.entries += 1;
    const made = { depth: open.length, comma: false, entries: 0, end: lines.length, ...line };
    if (key !== undefined) made.key = key;
    key = undefined;
    lines.push(made);
    return made;
  };
  for (const [index, token] of found.entries()) {
    if (token === "{" || token === "[") open.push(put({ open: token }));
    else if (token === "}" || token === "]") close(lines, open.pop(), token);
    else if (token === ",") commaAfter(lines);
    else if (token === ":") continue;
    else if (token.startsWith('"') && found[index + 1] === ":") key = token;
    else put({ value: { kind: kindOf(token), text: token } });
  }
  return lines;
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}

function close(lines: JsonLine[], opened: JsonLine | undefined, token: "}" | "]"): void {
  if (!opened) return;
  if (opened.entries === 0) {
    opened.close = token;
    return;
  }
  opened.end = lines.length;
  lines.push({ depth: opened.depth, close: token, comma: false, entries: 0, end: lines.length });
}

function commaAfter(lines: readonly JsonLine[]): void {
  const last = lines.at(-1);
  if (last) last.comma = true;
}

function kindOf(token: string): JsonValueKind {
  if (token.startsWith('"')) return "string";
  if (token === "true" || token === "false") return "boolean";
  return token === "null" ? "null" : "number";
}

/** The same text as an editor would print it, with two spaces a level. */
export function printedJson(source: string): string {
  const lines = jsonLines(source);
  if (!lines) return source;
  return lines.map((line) => `${"  ".repeat(line.depth)}${lineText(line)}`).join("\n");
}

export function lineText(line: JsonLine): string {
  const key = line.key === undefined ? "" : `${line.key}: `;
  return `${key}${line.value?.text ?? ""}${line.open ?? ""}${line.close ?? ""}${line.comma ? "," : ""}`;
}

export type VisibleLine = { line: JsonLine; index: number };

/** What is left to see when some opening lines are folded. */
export function visibleLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): VisibleLine[] {
  const seen: VisibleLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (!line) break;
    seen.push({ line, index });
    if (folded.has(index)) index = line.end;
  }
  return seen;
}

/** The lines that open something worth folding. */
export function foldable(lines: readonly JsonLine[]): number[] {
  return lines.flatMap((line, index) => (line.end > index ? [index] : []));
}

/** The lines that hold a text, whatever its case. */
export function linesWith(lines: readonly JsonLine[], query: string): number[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [];
  return lines.flatMap((line, index) => (lineText(line).toLowerCase().includes(wanted) ? [index] : []));
}

/** What must be unfolded so that a line is seen. */
export function around(lines: readonly JsonLine[], index: number): number[] {
  return foldable(lines.slice(0, index)).filter((opening) => (lines[opening]?.end ?? 0) >= index);
}
