import { RE2JS } from "re2js";

/** Regular expressions of customers: RE2, linear in the text whatever the pattern, and small. */

const maxPattern = 512;
const maxText = 4096;
const kept = 500;
const compiled = new Map<string, RE2JS | null>();

/** Without accents, everything else as it is: a pattern keeps the case of its classes. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

function compile(pattern: string, flags: number): RE2JS | null {
  const key = `${flags}:${pattern}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  let made: RE2JS | null = null;
  try {
    made = pattern.length <= maxPattern ? RE2JS.compile(pattern, flags) : null;
  } catch {
    made = null;
  }
  if (compiled.size >= kept) compiled.clear();
  compiled.set(key, made);
  return made;
}

/** Whether a pattern can be run. */
export function isPattern(pattern: string): boolean {
  return pattern !== "" && compile(pattern, 0) !== null;
}

/** Whether a pattern is found in a text; undefined when it cannot be run. */
export function testPattern(pattern: string, text: string, insensitive = false): boolean | undefined {
  const found = insensitive ? compile(plain(pattern), RE2JS.CASE_INSENSITIVE) : compile(pattern, 0);
  if (!found) return undefined;
  const cut = text.slice(0, maxText);
  return found.matcher(insensitive ? plain(cut) : cut).find();
}
