/** More words than this narrow nothing further. */
const mostTerms = 8;

/** What is looked for: words, each of which must be there, and "phrases in quotes", kept whole. */
export function termsOf(text: string): string[] {
  const found = [...text.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => (phrase ?? word ?? "").trim());
  return [...new Set(found.filter((term) => term.replaceAll('"', "") !== ""))].slice(0, mostTerms);
}

const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{2}/u;

/** Whether a term alone says enough to look for it: three letters, or two that stand for syllables or words. */
export const isTelling = (term: string) => [...term].length >= 3 || syllables.test(term);
