import { expect, it } from "vitest";
import { mentionedIn, mentionParts } from "./mention-parts.ts";

const mentioned = (text: string, names: string[]) =>
  mentionParts(text, names).flatMap((part) => (part.mention ? [part.text] : []));

it("finds colleagues by their whole name, in any case", () => {
  expect(mentioned("ask @Ana María or @bo (@Bo)", ["Ana", "Ana María", "Bo"])).toEqual(["@Ana María", "@bo", "@Bo"]);
});

it("does not see a name in the middle of a word or a mail address's owner", () => {
  expect(mentioned("write to x@anabel.example", ["Ana"])).toEqual([]);
  expect(mentioned("@Analía", ["Ana"])).toEqual([]);
});

it("names people and teams by their ids, each once [W3]", () => {
  const known = [
    { id: "1", name: "Ana" },
    { id: "2", name: "Ana Torres" },
    { id: "t", name: "Sales" },
  ];
  expect(mentionedIn("@sales and @Ana Torres, please. @Sales!", known)).toEqual(["2", "t"]);
});

it("keeps the text sign for sign, also with signs that mean something to a pattern", () => {
  const text = "a @J. (Jo) b";
  expect(
    mentionParts(text, ["J. (Jo)", ""])
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
  expect(mentioned(text, ["J. (Jo)"])).toEqual(["@J. (Jo)"]);
  expect(mentionParts("plain", [])).toEqual([{ text: "plain", mention: false }]);
});
