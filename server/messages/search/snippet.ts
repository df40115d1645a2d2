import { folded } from "./folding.ts";

/** A stretch of the text, counted in UTF-16 units as JavaScript counts. */
type Mark = { start: number; length: number };
export type Snippet = { text: string; marks: Mark[] };

const around = 60;
const longest = 200;

/** Where the words stand in a text, whatever their case and accents. */
export function marksIn(text: string, terms: readonly string[]): Mark[] {
  const { text: plain, at } = folded(text);
  const found: Mark[] = [];
  for (const term of terms.map((one) => folded(one).text).filter(Boolean)) {
    for (let index = plain.indexOf(term); index >= 0; index = plain.indexOf(term, index + term.length)) {
      const start = at[index] ?? 0;
      // Up to the next sign that is left: accents written apart belong to their letter, and half a letter is marked whole.
      let next = index + term.length;
      while (at[next] === at[next - 1]) next += 1;
      found.push({ start, length: (at[next] ?? text.length) - start });
    }
  }
  return merged(found.sort((a, b) => a.start - b.start));
}

function merged(marks: readonly Mark[]): Mark[] {
  const apart: Mark[] = [];
  for (const mark of marks) {
    const last = apart.at(-1);
    if (last && mark.start <= last.start + last.length) {
      last.length = Math.max(last.length, mark.start + mark.length - last.start);
    } else apart.push({ ...mark });
  }
  return apart;
}

/** The part of a text around what was found first, on one line, and where in it the words stand. */
export function snippetOf(text: string, terms: readonly string[]): Snippet {
  const line = text.replace(/\s/g, " ");
  const all = marksIn(line, terms);
  const first = all[0]?.start ?? 0;
  const start = line.length <= longest ? 0 : outside(line, wordStart(line, Math.max(0, first - around)));
  const end = outside(line, Math.min(line.length, start + longest));
  const [before, after] = [start > 0 ? "…" : "", end < line.length ? "…" : ""];
  const marks = all
    .filter((mark) => mark.start >= start && mark.start + mark.length <= end)
    .map((mark) => ({ start: mark.start - start + before.length, length: mark.length }));
  return { text: `${before}${line.slice(start, end)}${after}`, marks };
}

/** The same where there is little room: it begins not long before the first mark. */
export function closeTo({ text, marks }: Snippet, before: number): Snippet {
  const first = marks[0]?.start ?? 0;
  if (first <= before) return { text, marks };
  const start = outside(text, Math.min(first, wordStart(text, first - before)));
  return {
    text: `…${text.slice(start)}`,
    marks: marks.map((mark) => ({ ...mark, start: mark.start - start + 1 })),
  };
}

function wordStart(line: string, from: number): number {
  if (from === 0) return 0;
  const space = line.indexOf(" ", from);
  return space >= 0 && space - from < around / 2 ? space + 1 : from;
}

/** Not in the middle of a sign of two units. */
function outside(line: string, index: number): number {
  return index < line.length && /[\uDC00-\uDFFF]/.test(line.charAt(index)) ? index - 1 : index;
}
