import { globSync, readFileSync } from "node:fs";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, it } from "vitest";
import { cn } from "../class-names.ts";

const twMerge = extendTailwindMerge({ cacheSize: 0 });

/** Every word of our screens that Tailwind may know. */
function vocabulary(): string[] {
  const words = new Set<string>();
  for (const file of globSync("{components,app}/**/*.tsx")) {
    for (const [, text = ""] of readFileSync(file, "utf8").matchAll(/["'`]([^"'`\n]*)["'`]/g)) {
      for (const word of text.split(/\s+/)) if (word !== "" && twMerge(`${word} ${word}`) === word) words.add(word);
    }
  }
  return [...words];
}

/** Without its conditions, and without the value where one value is like another. */
const bare = (word: string) => word.replace(/^(?:[\w-]+(?:\[[^\]]*\])?(?:\/\w+)?:|\[[^\]]*\]:)+/, "");
const shapeOf = (word: string) =>
  bare(word)
    .replace(/[\d.]+/g, "0")
    .replace(/\[.*\]/, "[]");

it("lets the later of two classes win where Tailwind's own rules do, for every kind of class that a screen has", () => {
  const all = vocabulary();
  expect(all.length).toBeGreaterThan(700);
  const one = new Map(all.map((word) => [shapeOf(word), bare(word)]));
  // Tailwind's own rules take our shadow for a colour.
  const kinds = [...one.values()].filter((word) => word !== "shadow-float");
  const differing: string[] = [];
  for (const first of kinds) {
    for (const second of kinds) {
      const both = `${first} ${second}`;
      if (first !== second && cn(both) !== twMerge(both)) differing.push(both);
    }
  }
  expect(differing).toEqual([]);
});

it("takes each word for what it is, under its conditions", () => {
  const all = vocabulary().filter((word) => bare(word) !== "shadow-float");
  const kinds = new Map(all.map((word) => [shapeOf(word), word]));
  const differing = all.filter((word) => {
    const both = `${kinds.get(shapeOf(word))} ${word} group/own`;
    return cn(both) !== twMerge(both);
  });
  expect(differing).toEqual([]);
  expect(cn("hover:phone:px-2 px-2", "phone:hover:px-4", false, undefined)).toBe("px-2 phone:hover:px-4");
  expect(cn("px-2! px-3", "!px-4")).toBe("px-3 !px-4");
  expect(cn("shadow-float", "shadow-none")).toBe("shadow-none");
});
