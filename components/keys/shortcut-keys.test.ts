import { describe, expect, it } from "vitest";
import { chordOf, firesWhileTyping, matchChord, mayRepeat, obeyed } from "./shortcut-keys.ts";

const stroke = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("chordOf", () => {
  it("writes ctrl and cmd alike", () => {
    expect(chordOf(stroke("k", { ctrlKey: true }))).toBe("mod+k");
    expect(chordOf(stroke("K", { metaKey: true, shiftKey: true }))).toBe("mod+shift+k");
  });

  it("does not count the shift that types a sign", () => {
    expect(chordOf(stroke("?", { shiftKey: true }))).toBe("?");
    expect(chordOf(stroke("/"))).toBe("/");
  });

  it("counts shift with letters and named keys", () => {
    expect(chordOf(stroke("J", { shiftKey: true }))).toBe("shift+j");
    expect(chordOf(stroke("Enter", { shiftKey: true }))).toBe("shift+enter");
    expect(chordOf(stroke(" "))).toBe("space");
  });

  it("takes the letter on the key where the layout writes another script", () => {
    const at = (key: string, code: string, held?: Parameters<typeof stroke>[1]) => ({ ...stroke(key, held), code });
    expect(chordOf(at("л", "KeyK", { ctrlKey: true }))).toBe("mod+k");
    expect(chordOf(at("О", "KeyJ", { shiftKey: true }))).toBe("shift+j");
    expect([at("י", "KeyH"), at("لا", "KeyB"), at("ξ", "KeyJ")].map(chordOf)).toEqual(["h", "b", "j"]);
    // Latin letters count as they are written, wherever they lie, and so do signs.
    expect([at("q", "KeyA"), at("ñ", "Semicolon"), at("/", "KeyQ")].map(chordOf)).toEqual(["q", "ñ", "/"]);
  });
});

describe("matchChord", () => {
  const list = [
    { keys: "j", id: "frame j" },
    { keys: "g i", id: "inbox" },
    { keys: "g p", id: "pipeline" },
    { keys: "j", id: "page j" },
  ];

  it("lets the page's meaning win over the frame's", () => {
    expect(matchChord(list, "", "j")).toEqual({ run: list[3] });
  });

  it("waits after the first key of a sequence and runs it on the second", () => {
    expect(matchChord(list, "", "g")).toEqual({ pending: "g" });
    expect(matchChord(list, "g", "p")).toEqual({ run: list[2] });
  });

  it("takes a key that does not continue the sequence as a new beginning", () => {
    expect(matchChord(list, "g", "j")).toEqual({ run: list[3] });
    expect(matchChord(list, "g", "g")).toEqual({ pending: "g" });
    expect(matchChord(list, "", "x")).toBeUndefined();
  });
});

it("lists a key under the page that obeys it, and under no other", () => {
  const frame = { title: "Go to", shortcuts: [{ keys: "/" }, { keys: "g i" }] };
  const page = { title: "Inbox", shortcuts: [{ keys: "/" }, { keys: "j" }] };
  expect(obeyed([frame, page])).toEqual([{ ...frame, shortcuts: [{ keys: "g i" }] }, page]);
});

it("lets only chords with ctrl or cmd fire while typing", () => {
  expect(firesWhileTyping("mod+k")).toBe(true);
  expect(firesWhileTyping("j")).toBe(false);
  expect(firesWhileTyping("shift+enter")).toBe(false);
  expect(firesWhileTyping("alt+n")).toBe(false);
});

it("lets a held key repeat only what moves, and undo", () => {
  const repeats = ["j", "k", "arrowdown", "alt+arrowup", "mod+z", "mod+shift+z", "mod+y"];
  expect(repeats.filter((chord) => !mayRepeat(chord))).toEqual([]);
  const once = ["b", "e", "i", "z", "s", "enter", "escape", "mod+k", "mod+s", "x", "delete", "?", "["];
  expect(once.filter(mayRepeat)).toEqual([]);
});
