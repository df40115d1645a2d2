import { describe, expect, it } from "vitest";
import { caretQuery, ranked, replaceQuery } from "./caret-query.ts";

const look = (marked: string, triggers: ("/" | "@")[] = ["/", "@"]) => {
  const caret = marked.indexOf("|");
  return caretQuery(marked.replace("|", ""), caret, triggers);
};

describe("caretQuery", () => {
  it("finds a ready answer's shortcut at the beginning of a word", () => {
    expect(look("/gre|")).toEqual({ trigger: "/", query: "gre", from: 0, to: 4 });
    expect(look("Hello /|")).toEqual({ trigger: "/", query: "", from: 6, to: 7 });
    expect(look("first\n/x|")?.query).toBe("x");
  });

  it("leaves addresses, dates and fractions alone", () => {
    for (const text of ["https://x|", "and/or|", "1/2|", "/a b|", "//|", "/ |"]) expect(look(text)).toBeUndefined();
  });

  it("finds a name with one blank after @, and no mail address", () => {
    expect(look("ask @Ana Ma|")?.query).toBe("Ana Ma");
    expect(look("(@|")?.query).toBe("");
    expect(look("ana@corr|")).toBeUndefined();
    expect(look("@Ana María Pé|")).toBeUndefined();
    expect(look("@ |")).toBeUndefined();
  });

  it("looks only for what the tab offers", () => {
    expect(look("/x|", ["@"])).toBeUndefined();
    expect(look("@x|", ["/"])).toBeUndefined();
  });
});

it("puts the choice in place of what was typed, with a blank only where words would touch", () => {
  const text = "Hi /gr and more";
  const found = caretQuery(text, 6, ["/"]);
  expect(found).toBeDefined();
  if (found) expect(replaceQuery(text, found, "Good morning")).toEqual({ text: "Hi Good morning and more", caret: 15 });
});

it("parts a mention from what is typed next [found U1]", () => {
  const mention = (marked: string) => {
    const found = look(marked, ["@"]);
    if (!found) throw new Error("nothing is looked for");
    const { text, caret } = replaceQuery(marked.replace("|", ""), found, "@Ana");
    return `${text.slice(0, caret)}|${text.slice(caret)}`;
  };
  expect(mention("@an|")).toBe("@Ana |");
  expect(mention("Ask @an| about it")).toBe("Ask @Ana |about it");
  expect(mention("Ask @an|, please")).toBe("Ask @Ana |, please");
  expect(mention("Ask @an|\nand wait")).toBe("Ask @Ana|\nand wait");
});

it("ranks beginnings before middles and forgives accents", () => {
  const names = ["Mariana", "Ana", "José Ana", "Bo"];
  expect(ranked(names, "ána", (name) => name)).toEqual(["Ana", "José Ana", "Mariana"]);
  expect(ranked(names, "jose", (name) => name)).toEqual(["José Ana"]);
  expect(ranked(names, " ", (name) => name)).toEqual(names);
  expect(ranked(["Ana", "Łukasz"], "luk", (name) => name)).toEqual(["Łukasz"]);
});
