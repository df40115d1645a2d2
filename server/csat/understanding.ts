import { type CsatScale, maxComment } from "./choices.ts";
import { ratingAt } from "./wording.ts";

export type Understood = { rating: number; comment: string };

const numbers: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5 },
  ...{ uno: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5 },
  ...{ um: 1, uma: 1, dois: 2, duas: 2, quatro: 4 },
};

/** Words that say how it was and nothing else, without accents. "Ok", "yes" and "thanks" are said for other reasons. */
const judgements: readonly (readonly string[])[] = [
  [
    ...["terrible", "awful", "horrible", "very bad", "very poor", "the worst", "worst"],
    ...["muy malo", "muy mala", "muy mal", "pesimo", "pesima", "el peor", "fatal"],
    ...["muito ruim", "pessimo", "pessima", "horrivel", "terrivel", "o pior"],
  ],
  ["bad", "poor", "not good", "malo", "mala", "mal", "ruim", "mau", "ma"],
  ["average", "so so", "so-so", "mas o menos", "regular", "mais ou menos"],
  ["good", "bueno", "buena", "bien", "bom", "boa", "bem"],
  [
    ...["great", "excellent", "perfect", "amazing", "awesome", "fantastic", "very good", "wonderful", "the best"],
    ...["excelente", "genial", "perfecto", "perfecta", "muy bueno", "muy buena", "muy bien", "buenisimo", "fantastico"],
    ...["otimo", "otima", "perfeito", "perfeita", "muito bom", "muito boa", "muito bem", "maravilhoso", "fantastica"],
  ],
];
const ratingOfWord = new Map(judgements.flatMap((words, index) => words.map((word) => [word, index + 1] as const)));

const politeEnd =
  /[\s,.!]{1,64}(?:thanks|thank you|thank you very much|gracias|muchas gracias|obrigad[oa]|muito obrigad[oa]|valeu)$/;

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Diacritic}|\u{fe0f}|[¡¿]/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[\s.!]{1,64}$/, "")
    .trim();
}

const units = "(?:stars?|estrellas?|estrelas?|points?|puntos?|pontos?)";
const outOfFive = new RegExp(`^([1-5])(?: ?(?:/|de|of|out of|sobre) ?5)?(?: ${units})?$`);
const named = new RegExp(`^(\\p{L}+)(?: ${units})?$`, "u");
const drawn = /^(?:⭐|★|🌟){1,5}☆{0,4}$/u;
/** A number, a mark, and words that begin with a letter: "4, a bit slow". */
const withWords = /^\s*([1-5])(?:\s*\/\s*5)?\s*(?:[,;:.–—-]\s*|\n\s*)(\p{L}.*)$/su;

/** How many stars a text means; undefined where it may mean something else. */
function starsIn(said: string): number | undefined {
  const number = outOfFive.exec(said)?.[1];
  if (number) return Number(number);
  const word = named.exec(said)?.[1];
  if (word && numbers[word] !== undefined) return numbers[word];
  if (drawn.test(said)) return [...said].filter((sign) => sign !== "☆").length;
  return ratingOfWord.get(said);
}

const up = /^👍[\u{1f3fb}-\u{1f3ff}]?$/u;
const down = /^👎[\u{1f3fb}-\u{1f3ff}]?$/u;

function thumbIn(said: string): number | undefined {
  if (up.test(said)) return 5;
  if (down.test(said)) return 1;
  const rating = ratingOfWord.get(said);
  if (rating === undefined || rating === 3) return undefined;
  return rating > 3 ? 5 : 1;
}

/** What a visitor's text means as the answer to a question; undefined where that is not clear. */
export function understood(text: string, scale: CsatScale, options: readonly string[]): Understood | undefined {
  if (text.length > maxComment) return undefined;
  const said = plain(text);
  const place = options.findIndex((option) => plain(option) === said);
  if (place >= 0) return { rating: ratingAt(scale, place), comment: "" };
  const meaning = scale === "stars" ? starsIn : thumbIn;
  const rating = meaning(said) ?? meaning(said.replace(politeEnd, ""));
  if (rating !== undefined) return { rating, comment: "" };
  const [, number, words] = (scale === "stars" && withWords.exec(text)) || [];
  return number && words ? { rating: Number(number), comment: words.trim() } : undefined;
}

export const sameWords = (one: string, other: string): boolean => plain(one) === plain(other);
