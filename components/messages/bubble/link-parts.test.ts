import fc from "fast-check";
import { expect, it } from "vitest";
import { linkParts, safeHref } from "./link-parts.ts";

const links = (text: string) => linkParts(text).flatMap((part) => (part.href ? [[part.text, part.href]] : []));

it("links addresses with and without a scheme, mail and international numbers", () => {
  expect(links("See https://parley.app/a?b=1 or www.parley.app")).toEqual([
    ["https://parley.app/a?b=1", "https://parley.app/a?b=1"],
    ["www.parley.app", "https://www.parley.app/"],
  ]);
  expect(links("write to josé.pérez+x@correo.example.com")).toHaveLength(1);
  expect(links("call +34 600 123 456 today")).toEqual([["+34 600 123 456", "tel:+34600123456"]]);
});

it("leaves the sentence's own signs out of the address", () => {
  expect(links("(see https://a.example/x).")[0]?.[0]).toBe("https://a.example/x");
  expect(links("https://a.example/wiki/A_(b), yes")[0]?.[0]).toBe("https://a.example/wiki/A_(b)");
});

it("never links another scheme", () => {
  expect(links("javascript:alert(1) data:text/html,x vbscript:x file:///etc/passwd")).toEqual([]);
  for (const address of ["javascript:alert(1)", "JaVaScRiPt:alert(1)", " data:text/html,x", "blob:x", "nonsense"]) {
    expect(safeHref(address)).toBeUndefined();
  }
});

it("keeps every sign of the text, whatever it is", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc
      .array(fc.constantFrom("https://a.b/c", "www.x.y", "a@b.co", "+34 600 123 456", " ", ").", "«"), { maxLength: 8 })
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (whole) => {
      const parts = linkParts(whole);
      expect(parts.map((part) => part.text).join("")).toBe(whole);
      for (const { href } of parts) if (href) expect(href).toMatch(/^(https?|mailto|tel):/);
    }),
  );
});

it("answers a long text without links quickly", () => {
  const started = performance.now();
  linkParts("a".repeat(4096));
  linkParts("a.".repeat(2048));
  linkParts("+1 ".repeat(1365));
  expect(performance.now() - started).toBeLessThan(200);
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
