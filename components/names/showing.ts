const unseen = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u;
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const fromRight =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name; empty where nothing of it would be seen: spaces, joiners, marks of direction. */
export function seenName(name: string): string {
  return unseen.test(name) ? "" : name;
}

/** A name within a sentence, whose order it leaves as it is: written from right to left, or with marks that turn what follows. */
export function isolated(name: string): string {
  return fromRight.test(name) ? `\u2068${name.replaceAll(turns, "")}\u2069` : name;
}
