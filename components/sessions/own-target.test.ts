import fc from "fast-check";
import { expect, it } from "vitest";
import { companyNamed, ownTarget, signInAddress, twoStepAddress } from "./own-target.ts";

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

it.each([
  "//evil",
  "/\\evil",
  "https:",
  "javascript:",
  "%2f%2fevil",
  "/sign-in",
  "/sign-in/company?to=/contacts",
  "/sign-in?to=/contacts",
  "/sign%2Din",
  "/api/auth/signout",
  "/a/../api/trpc/users.list",
  "/%61pi/trpc",
  "/contacts\u0007",
  "/contacts?a=\\b",
])("goes to the inbox instead of %j", (to) => {
  expect(ownTarget(to)).toBe("/inbox");
  expect(signInAddress(to)).toBe("/sign-in");
});

it("takes the address that was asked for along to the sign-in and the second step", () => {
  expect(signInAddress("/contacts/1?tab=notes")).toBe("/sign-in?to=%2Fcontacts%2F1%3Ftab%3Dnotes");
  expect(twoStepAddress("/inbox/1")).toBe("/two-step?to=%2Finbox%2F1");
  expect(signInAddress("/inbox")).toBe("/sign-in");
  expect(signInAddress("/apiary")).toBe("/sign-in?to=%2Fapiary");
  expect(signInAddress(`/search?q=${"a".repeat(4000)}`)).toBe("/sign-in");
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

it("reads the company that a mail's link names, and leaves the rest of the address as it is", () => {
  expect(companyNamed("/inbox/1?view=all&company=c-1")).toEqual({ companyId: "c-1", to: "/inbox/1?view=all" });
  expect(companyNamed("/inbox?company=c-1")).toEqual({ companyId: "c-1", to: "/inbox" });
  expect(companyNamed("/inbox/1?view=all")).toBeUndefined();
  expect(companyNamed("//evil.example/?company=c-1")).toBeUndefined();
});
