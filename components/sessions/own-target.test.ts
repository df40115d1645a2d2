import fc from "fast-check";
import { expect, it } from "vitest";
import { ownTarget } from "./own-target.ts";

it.each(["/inbox", "/contacts?search=a%20b#top", "/inbox/1?to=https://a.example", "/a/../settings"])(
  "leads to %s of this site",
  (to) => {
    expect(new URL(ownTarget(to), "https://a.example").href).toBe(new URL(to, "https://a.example").href);
  },
);

it.each([
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t\\evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/\u0000\t/evil.example/..",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  " //evil.example",
  "@evil.example",
  ".evil.example",
  "",
])("never leads to another site by %j [found S8]", (to) => {
  const own = "https://a.example";
  expect(new URL(ownTarget(to), own).origin).toBe(own);
  expect(ownTarget(to)).toMatch(/^\/(?![/\\])/);
});

it("stays on this site whatever is asked [found S8]", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    "\t",
    "\n",
    ".",
    "..",
    "%2e",
    "%2f",
    "%5c",
    "@",
    ":",
    "evil.example",
    "?",
    "#",
    "https:",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join("")}`),
  );
  fc.assert(
    fc.property(text, (to) => {
      expect(new URL(ownTarget(to), "https://a.example").origin).toBe("https://a.example");
    }),
    { numRuns: 2000 },
  );
});
