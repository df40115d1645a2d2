import type { Language } from "#server/chatbots/choices.ts";
import { type CsatScale, maxComment } from "./choices.ts";
import { optionsOf, ratingAt } from "./wording.ts";

type Understood = { rating: number; comment: string };

type Words = Readonly<Record<Language, readonly string[]>>;

/** One to five, each alone. In Portuguese the word for one is also said while one thinks. */
const numbers: Words = {
  en: ["one", "two", "three", "four", "five"],
  es: ["uno", "dos", "tres", "cuatro", "cinco"],
  pt: ["1", "dois", "tres", "quatro", "cinco"],
};
/** The same before "stars", in whichever language. */
const counted = new Map([
  ...Object.values(numbers).flatMap((words) => words.map((word, index) => [word, index + 1] as const)),
  ...([["una", 1] as const, ["um", 1], ["uma", 1], ["duas", 2]] as const),
]);

/** Words that say how it was and nothing else, without accents. "Ok", "yes" and "thanks" are said for other reasons. */
const judgements: readonly (readonly string[])[] = [
  [
    ...["terrible", "awful", "horrible", "very bad", "very poor", "the worst", "worst"],
    ...["muy malo", "muy mala", "muy mal", "pesimo", "pesima", "el peor"],
    ...["muito ruim", "pessimo", "pessima", "horrivel", "terrivel", "o pior"],
  ],
  ["bad", "poor", "not good", "malo", "ruim"],
  ["average", "so so", "so-so", "mas o menos", "mais ou menos"],
  ["good", "bueno", "buena", "bien", "bom", "boa", "bem"],
  [
    ...["great", "excellent", "perfect", "amazing", "awesome", "fantastic", "very good", "wonderful", "the best"],
    ...["excelente", "genial", "perfecto", "perfecta", "muy bueno", "muy buena", "muy bien", "buenisimo", "fantastico"],
    ...["otimo", "otima", "perfeito", "perfeita", "muito bom", "muito boa", "muito bem", "maravilhoso", "fantastica"],
  ],
];
/** Words that say something else, or nothing, in another language. */
const ownJudgements: Readonly<Record<Language, ReadonlyMap<string, number>>> = {
  en: new Map(),
  es: new Map(Object.entries({ fatal: 1, mal: 2, mala: 2, regular: 3 })),
  pt: new Map(Object.entries({ mal: 2, mau: 2, regular: 3 })),
};
const ratingOfWord = new Map(judgements.flatMap((words, index) => words.map((word) => [word, index + 1] as const)));

const politeEnd =
  /[\s,.!]{1,64}(?:thanks|thank you|thank you very much|gracias|muchas gracias|obrigad[oa]|muito obrigad[oa]|valeu)$/;

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Diacritic}|[\u{fe0f}\u{20e3}¡¿]/gu, "")
    .replace(/[\u{660}-\u{669}\u{6f0}-\u{6f9}]/gu, (digit) => String(digit.charCodeAt(0) & 15))
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[\s.!]{1,64}$/, "")
    .trim();
}

const units = "(?:stars?|estrellas?|estrelas?|points?|puntos?|pontos?|⭐|★|🌟)";
const outOfFive = new RegExp(`^([1-5])(?: ?(?:/|de|of|out of|sobre) ?5)?(?: ?${units})?$`, "u");
const named = new RegExp(`^(\\p{L}+)(?: ${units})$`, "u");
const drawn = /^(?:⭐|★|🌟){1,5}☆{0,4}$/u;
/** A number, a mark, and words that begin with a letter: "4, a bit slow", but no "3-bedroom flat". */
const withWords = /^\s*([1-5])(?:\s*\/\s*5)?(?:\s*(?:,\s*|[;:.–—-]\s+)|[^\S\n]*\n\s*)(\p{L}.*)$/su;
/** A question, or a list with numbers of its own. */
const asksOrLists = /[?？؟]|\n[^\S\n]*\p{Nd}/u;

/** How many stars a text means; undefined where it may mean something else. */
function starsIn(said: string, language: Language): number | undefined {
  const number = outOfFive.exec(said)?.[1];
  if (number) return Number(number);
  const count = counted.get(named.exec(said)?.[1] ?? "");
  if (count !== undefined) return count;
  const alone = numbers[language].indexOf(said);
  if (alone >= 0) return alone + 1;
  if (drawn.test(said)) return [...said].filter((sign) => sign !== "☆").length;
  return judgementIn(said, language);
}

const judgementIn = (said: string, language: Language) => ratingOfWord.get(said) ?? ownJudgements[language].get(said);

const up = /^👍[\u{1f3fb}-\u{1f3ff}]?$/u;
const down = /^👎[\u{1f3fb}-\u{1f3ff}]?$/u;

function thumbIn(said: string, language: Language): number | undefined {
  if (up.test(said)) return 5;
  if (down.test(said)) return 1;
  const rating = judgementIn(said, language);
  if (rating === undefined || rating === 3) return undefined;
  return rating > 3 ? 5 : 1;
}

/** What a visitor's text means as the answer to a question in this language; undefined where that is not clear. */
export function understood(text: string, scale: CsatScale, language: Language): Understood | undefined {
  if (text.length > maxComment) return undefined;
  const said = plain(text);
  const place = optionsOf(scale, language).findIndex((option) => plain(option) === said);
  if (place >= 0) return { rating: ratingAt(scale, place), comment: "" };
  const meaning = scale === "stars" ? starsIn : thumbIn;
  const rating = meaning(said, language) ?? meaning(said.replace(politeEnd, ""), language);
  if (rating !== undefined) return { rating, comment: "" };
  if (scale !== "stars" || asksOrLists.test(text)) return undefined;
  const [, number, words] = withWords.exec(text) ?? [];
  return number && words ? { rating: Number(number), comment: words.trim() } : undefined;
}

export const sameWords = (one: string, other: string): boolean => plain(one) === plain(other);
