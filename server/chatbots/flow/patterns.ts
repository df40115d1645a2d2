import { RE2JS } from "re2js";
import { withoutAccents } from "./folding.ts";

/**
 * Regular expressions of customers: RE2, linear in the text whatever the pattern. Time is limited by counting, so that
 * the same input gives the same answer on any machine: instructions of the program times characters of the text.
 */

const maxPattern = 512;
const maxText = 4096;
/** A few characters with {1000} become a program that takes very long: `(?:a?){1000}` has 2000 instructions. */
const maxProgram = 1000;
const maxRepeated = 20_000;
/** Up to ten milliseconds, in which nothing else is answered. */
const maxSteps = 300_000;
const kept = 500;
const compiled = new Map<string, RE2JS | null>();

/** A range of other letters than a to z: without accents its ends would be others. */
const otherRange = /[^\0-\x7f]-|-[^\0-\x7f]/;

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

export const stepsOfMessage = (): Steps => ({ left: maxSteps });

type Matching = { insensitive?: boolean; steps?: Steps };

/** Whether a pattern can be run. */
export function isPattern(pattern: string): boolean {
  return pattern !== "" && compile(pattern, 0) !== null;
}

function run(pattern: string, flags: number, text: string, steps: Steps): boolean | undefined {
  const found = compile(pattern, flags);
  const cost = found ? found.programSize() * (text.length + 1) : 0;
  if (!found || cost > Math.min(maxSteps, steps.left)) return undefined;
  steps.left -= cost;
  return found.matcher(text).find();
}

/**
 * Whether a pattern is found in a text; undefined when it cannot be run, or not in the time there is. Insensitive to
 * case, and to accents where it is not found as it stands.
 */
export function testPattern(
  pattern: string,
  text: string,
  { insensitive = false, steps = { left: maxSteps } }: Matching = {},
): boolean | undefined {
  const cut = text.slice(0, maxText);
  if (!insensitive) return run(pattern, 0, cut, steps);
  const [wanted, said] = [pattern.normalize("NFC"), cut.normalize("NFC")];
  const found = run(wanted, RE2JS.CASE_INSENSITIVE, said, steps);
  const [bare, heard] = [withoutAccents(wanted), withoutAccents(said)];
  if (found !== false || otherRange.test(wanted) || (bare === wanted && heard === said)) return found;
  return run(bare, RE2JS.CASE_INSENSITIVE, heard, steps);
}
