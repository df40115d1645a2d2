import { RE2JS } from "re2js";

/**
 * Regular expressions of customers: RE2, linear in the text whatever the pattern. Time is limited by counting, so that
 * the same input gives the same answer on any machine: instructions of the program times characters of the text.
 */

const maxPattern = 512;
const maxText = 4096;
/** A few characters with {1000} become a program that takes very long: `(?:a?){1000}` has 2000 instructions. */
const maxProgram = 1000;
const maxRepeated = 20_000;
const maxSteps = 1_000_000;
const kept = 500;
const compiled = new Map<string, RE2JS | null>();

/** Without accents, everything else as it is: a pattern keeps the case of its classes. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

/** Compiling what is repeated too often takes long by itself. */
function mayCompile(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)];
  const repeated = counts.reduce((sum, [, least, most]) => sum + Math.max(Number(least), Number(most ?? 0)), 0);
  return pattern.length <= maxPattern && repeated * pattern.length <= maxRepeated;
}

function compile(pattern: string, flags: number): RE2JS | null {
  const key = `${flags}:${pattern}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  let made: RE2JS | null = null;
  try {
    const program = mayCompile(pattern) ? RE2JS.compile(pattern, flags) : null;
    made = program && program.programSize() <= maxProgram ? program : null;
  } catch {
    made = null;
  }
  if (compiled.size >= kept) compiled.clear();
  compiled.set(key, made);
  return made;
}

/** What is left for several matches together. */
export type Steps = { left: number };

export const stepsOfMessage = (): Steps => ({ left: 3 * maxSteps });

type Matching = { insensitive?: boolean; steps?: Steps };

/** Whether a pattern can be run. */
export function isPattern(pattern: string): boolean {
  return pattern !== "" && compile(pattern, 0) !== null;
}

/** Whether a pattern is found in a text; undefined when it cannot be run, or not in the time there is. */
export function testPattern(
  pattern: string,
  text: string,
  { insensitive = false, steps = { left: maxSteps } }: Matching = {},
): boolean | undefined {
  const found = insensitive ? compile(plain(pattern), RE2JS.CASE_INSENSITIVE) : compile(pattern, 0);
  const cut = text.slice(0, maxText);
  const cost = found ? found.programSize() * (cut.length + 1) : 0;
  if (!found || cost > Math.min(maxSteps, steps.left)) return undefined;
  steps.left -= cost;
  return found.matcher(insensitive ? plain(cut) : cut).find();
}
