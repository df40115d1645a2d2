import { beforeEach, describe, expect, it } from "vitest";
import { type Field, watchTyping } from "./typed-field.ts";

class Box implements Field {
  isConnected = true;
  readonly tagName: string;

  constructor(tagName = "TEXTAREA") {
    this.tagName = tagName;
  }
}

let page = new EventTarget();
let isGone = () => false;
const sources = new WeakMap<Event, Field>();

function happens(type: string, from?: Field, key = ""): void {
  const event = Object.assign(new Event(type), { key });
  if (from) sources.set(event, from);
  page.dispatchEvent(event);
}

function typesInto(box: Box): void {
  happens("focusin", box);
  happens("keydown", box, "w");
  happens("input", box);
}

beforeEach(() => {
  page = new EventTarget();
  isGone = watchTyping(page, (event) => sources.get(event), new AbortController().signal);
});

describe("what one types into", () => {
  it("is gone once it was taken away between two letters, and stays gone while one types on", () => {
    const box = new Box();
    typesInto(box);
    expect(isGone()).toBe(false);
    box.isConnected = false;
    happens("keydown", undefined, "i");
    happens("keydown", undefined, "Enter");
    expect(isGone()).toBe(true);
  });

  it.each(["focusin", "pointerdown", "popstate"])("is forgotten by %s", (type) => {
    const box = new Box();
    typesInto(box);
    box.isConnected = false;
    happens(type);
    expect(isGone()).toBe(false);
  });

  it("is forgotten by Escape, pressed in it or after it has gone", () => {
    const box = new Box();
    typesInto(box);
    happens("keydown", box, "Escape");
    box.isConnected = false;
    expect(isGone()).toBe(false);
    const other = new Box();
    typesInto(other);
    other.isConnected = false;
    happens("keydown", undefined, "Escape");
    expect(isGone()).toBe(false);
  });

  it("is one's own deed where Enter closes a line, and not where Enter sends from a box", () => {
    const line = new Box("INPUT");
    typesInto(line);
    happens("keydown", line, "Enter");
    line.isConnected = false;
    expect(isGone()).toBe(false);
    const box = new Box();
    typesInto(box);
    happens("keydown", box, "Enter");
    box.isConnected = false;
    expect(isGone()).toBe(true);
  });

  it("is nothing where one has typed nothing", () => {
    const box = new Box();
    happens("focusin", box);
    box.isConnected = false;
    expect(isGone()).toBe(false);
  });
});
