import { describe, expect, it } from "vitest";
import { understood } from "./understanding.ts";
import { optionsOf } from "./wording.ts";

const stars = (text: string) => understood(text, "stars", optionsOf("stars", "en"))?.rating;
const thumbs = (text: string) => understood(text, "thumbs", optionsOf("thumbs", "es"))?.rating;

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
      ["quatro", 4],
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
  ])("%s is left as a message", (text) => {
    expect(stars(text)).toBeUndefined();
  });

  it("takes the words behind a number as the comment", () => {
    expect(understood("4, a bit slow", "stars", [])).toEqual({ rating: 4, comment: "a bit slow" });
    expect(understood("5/5 - Ana fue muy amable", "stars", [])).toEqual({ rating: 5, comment: "Ana fue muy amable" });
    expect(understood("2\nNadie respondió", "stars", [])).toEqual({ rating: 2, comment: "Nadie respondió" });
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
