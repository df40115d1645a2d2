/**
 * Marks that only accent a letter: all of Latin and Greek, stress and the two dots of Cyrillic, vowel points of Hebrew
 * and Arabic. Elsewhere a mark makes another letter (パ and ハ, दिन and दान, й and и).
 */
const accents =
  /([\p{Script=Latin}\p{Script=Greek}])\p{M}+|([\p{Script=Cyrillic}])[\u0300\u0301]+|([еЕ])\u0308|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670]/gu;

/** Without accents, everything else as it is. */
export function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(accents, (_, ...letters: (string | undefined)[]) => letters.slice(0, 3).find(Boolean) ?? "")
    .normalize("NFC");
}

/** Lower case, no accents, single spaces: how options and synonyms are compared. */
export function fold(text: string): string {
  return withoutAccents(text).toLowerCase().replace(/\s+/g, " ").trim();
}

/** Written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Letters, digits and what joins them; anything else (C++, 👍) is looked for as it is. */
const ordinary = /^[\p{L}\p{N}\p{M}\s'’.,;:!?¡¿"()_/-]+$/u;

/** The words of a text, with a space before and after each. */
export const spacedWords = (text: string) =>
  ` ${fold(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim()} `;

/** Whether these words, which are not empty, are to be looked for as whole words. */
export function isSpaced(words: string): boolean {
  return spacedWords(words) !== "  " && ordinary.test(words) && !unspaced.test(words);
}
