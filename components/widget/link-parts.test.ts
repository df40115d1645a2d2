import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkParts } from "./link-parts.ts";

const links = (text: string) => linkParts(text).flatMap((part) => (part.href ? [part.href] : []));

describe("links in a message", () => {
  it.each([
    ["see https://a.example/x?y=1.", "https://a.example/x?y=1"],
    ["(https://a.example/x_(y))", "https://a.example/x_(y)"],
    ["write to ana@example.com, please", "mailto:ana@example.com"],
    ["call tel:+5411555!", "tel:+5411555"],
    ["MAILTO:a@b.co", "MAILTO:a@b.co"],
  ])("are found in %s", (text, href) => {
    expect(links(text)).toEqual([href]);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//https",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://a.example/",
    "//a.example",
    "a.example",
  ])("are not made of %s", (text) => {
    expect(links(text)).toEqual([]);
  });

  it("lead to nothing but http, https, mailto and tel, and lose no character of the text", () => {
    const pieces = fc.constantFrom(
      "javascript:",
      "https://",
      "http://x.y",
      "mailto:",
      "a@b.co",
      ":",
      "<",
      '"',
      " ",
      "(",
      ")",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const found = linkParts(text);
        expect(found.map((part) => part.text).join("")).toBe(text);
        for (const { href } of found) if (href) expect(href).toMatch(/^(https?|mailto|tel):/i);
      }),
    );
  });
});

const hostile = {
  "a long word": (n: number) => "a".repeat(n),
  "a dotted word": (n: number) => "a.".repeat(n / 2),
  "signs of a mail address": (n: number) => "-".repeat(n),
  "half mail addresses": (n: number) => "a@".repeat(n / 2),
  "a mail address without an end": (n: number) => `a@${"b".repeat(n)}`,
  "a mail address of many parts": (n: number) => `a@${"b.".repeat(n / 2)}`,
  "an address with closing brackets": (n: number) => `https://a.b/${")".repeat(n)}`,
  "an address with full stops": (n: number) => `https://a.b/${".".repeat(n)}x`,
  "beginnings of addresses": (n: number) => "https://".repeat(n / 8),
  "plus signs and digits": (n: number) => "+1 ".repeat(n / 3),
};

/** The quickest of a few runs: a busy machine only makes them slower. */
function msFor(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    linkParts(text);
    return performance.now() - started;
  });
  return Math.min(...times);
}

it.each(Object.entries(hostile))("takes time in proportion to the length of %s [found S21]", (_, make) => {
  const [short, long] = [msFor(make(16_384)), msFor(make(131_072))];
  // Eight times the length. Quadratic would be sixty-four times the time, and many seconds.
  expect(long).toBeLessThan(Math.max(24 * short, 250));
});
