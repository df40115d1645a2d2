/** More words than this narrow nothing further. */
const mostTerms = 8;

/** What is looked for: words, each of which must be there, and "phrases in quotes", kept whole. */
export function termsOf(text: string): string[] {
  const found = [...text.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => (phrase ?? word ?? "").trim());
  return [...new Set(found.filter((term) => term.replaceAll('"', "") !== ""))].slice(0, mostTerms);
}
