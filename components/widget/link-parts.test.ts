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
