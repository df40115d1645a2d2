import { expect, it } from "vitest";
import { closeTo, marksIn, snippetOf } from "./snippet.ts";
import { isTelling, termsOf } from "./terms.ts";

const marked = (text: string, ...terms: string[]) => {
  const { text: shown, marks } = snippetOf(text, terms);
  return marks.map(({ start, length }) => shown.slice(start, start + length));
};

it("takes words and quoted phrases, each once [W10]", () => {
  expect(termsOf('  blue "mountain bike" blue 20% ')).toEqual(["blue", "mountain bike", "20%"]);
  expect(termsOf('"" "')).toEqual([]);
});

it("marks every word, whatever its case and accents, as it is written [W10]", () => {
  expect(marked("Mañana llega el CAFÉ, ¿el café?", "manana", "cafe")).toEqual(["Mañana", "CAFÉ", "café"]);
  // Accents written apart belong to their letter.
  expect(marked("cafe\u0301s", "café")).toEqual(["cafe\u0301"]);
  expect(marked("aaaa", "aa", "aaa")).toEqual(["aaaa"]);
});

it("marks what the database folds further: letters of two, ligatures, wide letters, curly quotes [W10]", () => {
  expect(marked("Łódź, 10 złotych", "lodz", "zlotych")).toEqual(["Łódź", "złotych"]);
  expect(marked("die Straße, STRASSE", "strasse")).toEqual(["Straße", "STRASSE"]);
  expect(marked("Smørrebrød og Æther", "smorrebrod", "aether")).toEqual(["Smørrebrød", "Æther"]);
  expect(marked("a ﬁne Ｆｕｌｌ day, I don’t", "fine", "full", "don't")).toEqual(["ﬁne", "Ｆｕｌｌ", "don’t"]);
  // Half of a letter is marked whole.
  expect(marked("Straße", "stras")).toEqual(["Straß"]);
  expect(marked("請退款 검색어", "退款", "검색")).toEqual(["退款", "검색"]);
});

it("takes words of three characters, or two of Chinese, Japanese and Korean [W10]", () => {
  expect(["发票", "検索", "キー", "검색", "abc"].filter(isTelling)).toHaveLength(5);
  expect(["ab", "发", "发a", "он"].filter(isTelling)).toEqual([]);
});

it("shows a line around the first one, with marks that fit it [W10]", () => {
  const long = `${"many words before ".repeat(40)}the needle is here 🙂 ${"and many after ".repeat(40)}`;
  const { text, marks } = snippetOf(long, ["needle"]);
  expect(text.length).toBeLessThanOrEqual(202);
  expect(text).toMatch(/^….*needle.*…$/);
  expect(marks.map(({ start, length }) => text.slice(start, start + length))).toEqual(["needle"]);
  expect(snippetOf(`${"🙂".repeat(300)}needle`, ["needle"]).text.isWellFormed()).toBe(true);
  expect(snippetOf("one\ntwo", ["two"]).text).toBe("one two");
});

it("begins close to the first mark where there is little room [W10]", () => {
  const line = `${"many words before ".repeat(4)}the needle is here 🙂 and a needle`;
  const whole = { text: line, marks: marksIn(line, ["needle"]) };
  const { text, marks } = closeTo(whole, 12);
  expect(text).toBe("…before the needle is here 🙂 and a needle");
  expect(marks.map(({ start, length }) => text.slice(start, start + length))).toEqual(["needle", "needle"]);
  expect(closeTo({ text: "a needle", marks: marksIn("a needle", ["needle"]) }, 12).text).toBe("a needle");
  const joined = `${"🙂".repeat(40)}needle`;
  const short = closeTo({ text: joined, marks: marksIn(joined, ["needle"]) }, 13);
  expect(short.text.isWellFormed()).toBe(true);
  expect(short.marks.map(({ start, length }) => short.text.slice(start, start + length))).toEqual(["needle"]);
});
