import { describe, expect, it } from "vitest";
import { understood } from "./parsing.ts";

const stars = (text: string, language: "en" | "es" | "pt" = "en") => understood(text, "stars", language)?.rating;
const thumbs = (text: string) => understood(text, "thumbs", "es")?.rating;

describe("answers in words", () => {
  it.each([
    ...([
      ["5", 5],
      [" 4 ", 4],
      ["3.", 3],
      ["5/5", 5],
      ["4 de 5", 4],
      ["2 out of 5", 2],
      ["5 stars", 5],
    ] as const),
    ...([
      ["cinco estrellas", 5],
      ["uma estrela", 1],
      ["One", 1],
      ["⭐⭐⭐⭐", 4],
      ["★★☆☆☆", 2],
      ["⭐️⭐️", 2],
    ] as const),
    ...([
      ["Great!", 5],
      ["great, thanks!", 5],
      ["Muy bien, gracias", 5],
      ["Ótimo", 5],
      ["muito bom", 5],
    ] as const),
    ...([
      ["good", 4],
      ["Malo", 2],
      ["5️⃣", 5],
      ["5 ⭐", 5],
      ["5⭐", 5],
      ["٥", 5],
      ["péssimo", 1],
      ["Terrible!!", 1],
      ["★★★★★ Excellent", 5],
      ["★ very poor", 1],
    ] as const),
  ])("%s is %i of 5", (text, rating) => {
    expect(stars(text)).toBe(rating);
  });

  it.each([
    ...["6", "0", "55", "5 minutes ago I wrote", "5:30 tomorrow", "ok", "yes", "gracias", "thanks", "good morning"],
    ...["is 5 the best?", "not great", "I have 2 questions", "👍", "", "the best price?", "1. 2 units"],
    // Messages of customers that were taken for ratings, and vanished.
    ...["3-bedroom flat please", "5-star hotel for Friday, do you have one?", "2 - what does that mean?", "3.Stock?"],
    ...["1. My order is late\n2. The box was damaged", "1: colour\n  2: size", "Um...", "ma", "una", "uma", "um"],
    ...["regular", "fatal", "mal", "dos", "4 - ¿y el envío?", "3:Madrid", "constructor"],
  ])("%s is left as a message", (text) => {
    expect(stars(text)).toBeUndefined();
  });

  it("knows words that stand alone in the language of the question", () => {
    expect(["uno", "mal", "regular", "fatal", "cinco"].map((word) => stars(word, "es"))).toEqual([1, 2, 3, 1, 5]);
    expect(["dois", "quatro", "mau", "um"].map((word) => stars(word, "pt"))).toEqual([2, 4, 2, undefined]);
    expect(["one", "three", "cinco", "quatro"].map((word) => stars(word))).toEqual([1, 3, undefined, undefined]);
    expect(["excelente", "péssimo", "great"].map((word) => stars(word, "es"))).toEqual([5, 1, 5]);
  });

  it("takes the words behind a number as the comment", () => {
    expect(understood("4, a bit slow", "stars", "en")).toEqual({ rating: 4, comment: "a bit slow" });
    expect(understood("5/5 - Ana fue muy amable", "stars", "es")).toEqual({ rating: 5, comment: "Ana fue muy amable" });
    expect(understood("2\nNadie respondió", "stars", "es")).toEqual({ rating: 2, comment: "Nadie respondió" });
  });

  it("knows thumbs, and no numbers among them", () => {
    expect(thumbs("👍🏽")).toBe(5);
    expect(thumbs("👎")).toBe(1);
    expect(thumbs("👍 Buena")).toBe(5);
    expect(thumbs("excelente")).toBe(5);
    expect(thumbs("muy malo")).toBe(1);
    expect(thumbs("5")).toBeUndefined();
    expect(thumbs("regular")).toBeUndefined();
  });
});
