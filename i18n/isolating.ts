const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const fromRight =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text without marks of direction, as it is stored or compared with what somebody types. */
export const unturned = (text: string): string => text.replaceAll(turns, "");

/** A name within a sentence, whose order it leaves as it is: written from right to left, or with marks that turn what follows. */
export function isolated(name: string): string {
  return fromRight.test(name) ? `\u2068${unturned(name)}\u2069` : name;
}
