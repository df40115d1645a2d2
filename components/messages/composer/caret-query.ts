import { folded } from "#components/forms/folded.ts";

export type Trigger = "/" | "@";

export type CaretQuery = {
  trigger: Trigger;
  /** What was typed after the sign. */
  query: string;
  /** Where the sign stands, and where the caret is. */
  from: number;
  to: number;
};

const longest = 40;

/**
 * What is being looked for at the caret: `/` at the beginning of a word finds a ready answer, `@` a colleague. A name
 * may have one blank in it; a ready answer's shortcut has none.
 */
export function caretQuery(text: string, caret: number, triggers: readonly Trigger[]): CaretQuery | undefined {
  const before = text.slice(Math.max(0, caret - longest - 1), caret);
  const offset = caret - before.length;
  for (const trigger of triggers) {
    const at = before.lastIndexOf(trigger);
    if (at < 0) continue;
    const previous = offset + at === 0 ? " " : (text[offset + at - 1] ?? " ");
    const query = before.slice(at + 1);
    if (!/[\s([{"'¿¡]/.test(previous)) continue;
    const shape = trigger === "/" ? /^[^\s/]*$/ : /^[^\s@]*(?: [^\s@]*)?$/;
    if (query.startsWith(" ") || !shape.test(query)) continue;
    return { trigger, query, from: offset + at, to: caret };
  }
  return undefined;
}

/**
 * Puts `insert` in place of what was looked for; answers the text and where the caret goes. A blank parts it from what
 * follows, and a mention also from what will be typed next.
 */
export function replaceQuery(text: string, found: CaretQuery, insert: string): { text: string; caret: number } {
  const after = text.slice(found.to);
  const mention = found.trigger === "@";
  const parted = /^\s/.test(after) || insert.endsWith("\n");
  const blank = !parted && (mention || after !== "") ? " " : "";
  const before = text.slice(0, found.from) + insert + blank;
  const past = mention && after.startsWith(" ") ? 1 : 0;
  return { text: before + after, caret: before.length + past };
}

/** Those whose words begin with the query first, then those that hold it anywhere. */
export function ranked<Item>(items: readonly Item[], query: string, textOf: (item: Item) => string): Item[] {
  const wanted = folded(query.trim());
  if (wanted === "") return [...items];
  const scored = items.map((item) => ({ item, score: scoreOf(folded(textOf(item)), wanted) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

function scoreOf(text: string, wanted: string): number {
  if (text.startsWith(wanted)) return 3;
  if (text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2;
  return text.includes(wanted) ? 1 : 0;
}
