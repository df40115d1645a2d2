import { describe, expect, it } from "vitest";
import { interfaceLocales } from "#server/users/schema.ts";
import { localeNames, locales, pickLocale, pickTimeZone, preferenceCookie } from "./locale.ts";

describe("pickLocale", () => {
  it("prefers the stored choice over the browser's languages", () => {
    expect(pickLocale("es", "en-GB,en;q=0.9")).toBe("es");
  });

  it("takes the supported language with the highest weight", () => {
    expect(pickLocale(undefined, "fr-FR,en;q=0.6,es-MX;q=0.8")).toBe("es");
  });

  it("speaks Portuguese to a browser that prefers it, of Brazil or elsewhere [found U13]", () => {
    expect(pickLocale(undefined, "pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7")).toBe("pt");
    expect(pickLocale(undefined, "fr;q=0.9, pt-PT;q=0.8, es;q=0.3")).toBe("pt");
    expect(pickLocale("pt", "en-GB,en;q=0.9")).toBe("pt");
    expect(localeNames).toEqual({ en: "English", es: "Español", pt: "Português" });
  });

  it("lets a person keep each language of the interface from browser to browser [found U13]", () => {
    expect([...interfaceLocales]).toEqual([...locales]);
  });

  it("skips languages the browser refuses with q=0", () => {
    expect(pickLocale(undefined, "es;q=0, en;q=0.1")).toBe("en");
  });

  it("falls back to English for an unknown cookie and unknown languages", () => {
    expect(pickLocale("xx", "fr, de;q=0.5, *;q=0.1")).toBe("en");
    expect(pickLocale(undefined, null)).toBe("en");
  });
});

describe("pickTimeZone", () => {
  it("keeps a zone the runtime knows", () => {
    expect(pickTimeZone("America/Bogota")).toBe("America/Bogota");
  });

  it("answers UTC for a missing, unknown or oversized value", () => {
    expect(pickTimeZone(undefined)).toBe("UTC");
    expect(pickTimeZone("Mars/Olympus")).toBe("UTC");
    expect(pickTimeZone("x".repeat(5000))).toBe("UTC");
  });
});

describe("preferenceCookie", () => {
  it("encodes the value so that it cannot add attributes", () => {
    expect(preferenceCookie("a", "b; Domain=evil.example")).toContain("a=b%3B%20Domain%3Devil.example; Path=/");
  });
});
