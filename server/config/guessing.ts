import { createRequire } from "node:module";

/** Longer texts are judged by their beginning: what it takes to guess that is enough to know. */
const judged = 64;

type Judge = { check(text: string, own?: (string | number)[]): { guessesLog10: number } };
let judge: Judge | undefined;
let known: ReadonlySet<string> | undefined;

/** Its list of 49,000 passwords takes a tenth of a second to load: only where something is to be judged. */
function load(): Judge {
  const require = createRequire(import.meta.url);
  const { ZxcvbnFactory } = require("@zxcvbn-ts/core") as typeof import("@zxcvbn-ts/core");
  const { dictionary, adjacencyGraphs } =
    require("@zxcvbn-ts/language-common") as typeof import("@zxcvbn-ts/language-common");
  known = new Set(dictionary["passwords-common"].map(String));
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** Whether a text, in small letters, is one of the 49,000 passwords that leaks have shown most often. */
export function isKnownPassword(folded: string): boolean {
  judge ??= load();
  return known?.has(folded) === true;
}

/**
 * How many guesses a text stands up to, as a power of ten: known passwords, keyboard runs, dates, repetitions and the
 * words of `own` count as what they are (zxcvbn).
 */
export function guessesLog10(text: string, own: readonly string[] = []): number {
  judge ??= load();
  return judge.check(text.slice(0, judged), [...own]).guessesLog10;
}
