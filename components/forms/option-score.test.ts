import { expect, it } from "vitest";
import { optionScore } from "./option-score.ts";

const found = (search: string, options: readonly (readonly string[])[]) =>
  options
    .map((keywords) => ({ name: keywords[0], score: optionScore("ed9f2c", search, keywords) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);

it("finds by the name first, and by other words after it", () => {
  const templates = [
    ["spring_offer", "See you soon in the shop"],
    ["our_shop", ""],
    ["shop_location", "Come and visit us"],
  ];
  expect(found("shop", templates)).toEqual(["shop_location", "our_shop", "spring_offer"]);
  expect(found("visit us", templates)).toEqual(["shop_location"]);
});

it("finds what is called just so before what only begins so", () => {
  expect(found("VIP", [["VIP gold"], ["vip"]])).toEqual(["vip", "VIP gold"]);
});

it("minds neither accents nor case nor the order of words, and never looks into ids", () => {
  const people = [["Bruno Díaz", "bruno@example.com"], ["Ana Torres"]];
  expect(found("diaz", people)).toEqual(["Bruno Díaz"]);
  expect(found("TORRES ana", people)).toEqual(["Ana Torres"]);
  expect(found("ed9f", people)).toEqual([]);
  expect(found(" ", people)).toEqual(["Bruno Díaz", "Ana Torres"]);
});

it.each([
  ["lukasz", "Łukasz Żak"],
  ["dang", "Đặng Thị"],
  ["soren", "Søren"],
  ["weiss", "Weiß"],
  ["aegir", "Ægir"],
  ["isik", "Işık"],
  ["istanbul", "İstanbul"],
])("finds by %s whom the search of the server finds, too: %s", (typed, name) => {
  expect(found(typed, [[name]])).toEqual([name]);
});

it("takes marks of direction for nothing", () => {
  expect(optionScore("", "switch to محمد", ["Switch to \u2068محمد\u2069"])).toBe(1);
});
