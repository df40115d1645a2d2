import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { around, foldable, jsonLines, linesWith, lineText, printedJson, visibleLines } from "./json-lines.ts";

const source = JSON.stringify({ event: "contact/created", data: { id: "7", tags: ["a", "b"], extra: {} }, test: true });

function lines(text: string) {
  const found = jsonLines(text);
  if (!found) throw new Error("not JSON");
  return found;
}

describe("printed JSON", () => {
  it("is what an editor prints", () => {
    expect(printedJson(source)).toBe(JSON.stringify(JSON.parse(source), null, 2));
  });

  it("prints any JSON as JSON.stringify does, save that it never reorders keys", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(printedJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("keeps numbers, repeated keys and odd names as they were sent", () => {
    const odd = '{"2":1.10,"1":12345678901234567890,"a":1,"a":2,"__proto__":{"x":1e400}}';
    const texts = lines(odd).map(lineText);
    expect(texts).toEqual([
      "{",
      '"2": 1.10,',
      '"1": 12345678901234567890,',
      '"a": 1,',
      '"a": 2,',
      '"__proto__": {',
      '"x": 1e400',
      "}",
      "}",
    ]);
  });

  it("is not fooled by brackets, colons and quotes inside texts", () => {
    const tricky = JSON.stringify({ 'a":{': ']}, \\" :', b: "\u2028" });
    expect(JSON.parse(printedJson(tricky))).toEqual(JSON.parse(tricky));
    expect(lines(tricky)).toHaveLength(4);
  });

  it("leaves alone what is not JSON, such as a cut answer", () => {
    expect(jsonLines('{"a": [1, 2')).toBeUndefined();
    expect(printedJson("<html>")).toBe("<html>");
  });

  it("survives deep nesting", () => {
    const deep = "[".repeat(2000) + "]".repeat(2000);
    expect(lines(deep)).toHaveLength(3999);
  });
});

describe("folding", () => {
  it("offers what holds something", () => {
    const all = lines(source);
    expect(foldable(all).map((index) => all[index]?.key)).toEqual([undefined, '"data"', '"tags"']);
  });

  it("hides what is inside, and the closing line", () => {
    const all = lines(source);
    const data = all.findIndex((line) => line.key === '"data"');
    const seen = visibleLines(all, new Set([data])).map(({ line }) => lineText(line));
    expect(seen).toEqual(["{", '"event": "contact/created",', '"data": {', '"test": true', "}"]);
  });

  it("knows what hides a line", () => {
    const all = lines(source);
    const tag = all.findIndex((line) => line.value?.text === '"b"');
    expect(around(all, tag).map((index) => all[index]?.key)).toEqual([undefined, '"data"', '"tags"']);
  });
});

it("finds texts in keys and values, whatever their case", () => {
  const all = lines(source);
  expect(linesWith(all, "CONTACT/").map((index) => all[index]?.key)).toEqual(['"event"']);
  expect(linesWith(all, "tags")).toHaveLength(1);
  expect(linesWith(all, " ")).toEqual([]);
});
