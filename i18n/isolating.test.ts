import { expect, it } from "vitest";
import formatMessage from "./formatting.ts";
import { isolated, unturned } from "./isolating.ts";

it("keeps the order of a sentence around a name from right to left, or with marks that turn it", () => {
  expect(isolated("محمد (1)")).toBe("\u2068محمد (1)\u2069");
  expect(isolated("Ana \u202egnp.exe")).toBe("\u2068Ana gnp.exe\u2069");
  // One that ends the isolation itself.
  expect(isolated("Ana\u2069\u202e")).toBe("\u2068Ana\u2069");
  expect(isolated("Łukasz 🚲 李")).toBe("Łukasz 🚲 李");
});

it("keeps the order of every text around the names that it is filled with, and no mark in a name that is stored", () => {
  const options = { locale: "en", formatters: {} } as Parameters<typeof formatMessage>[3];
  const question = (name: string) => formatMessage("title", ["Delete ", ["name"], " (1)?"], { name }, options);
  expect(question("محمد (1)")).toBe("Delete \u2068محمد (1)\u2069 (1)?");
  expect(question("Ana \u202egnp.exe")).toBe("Delete \u2068Ana gnp.exe\u2069 (1)?");
  expect(question("Ana")).toBe("Delete Ana (1)?");
  expect(formatMessage("plain", "Delete it?", undefined, options)).toBe("Delete it?");
  expect(unturned(String(question("محمد")))).toBe("Delete محمد (1)?");
});

it("is what the pages are built with", async () => {
  const { default: configure } = await import("../next.config.mjs");
  const built = await configure("phase-production-build");
  expect(built).toHaveProperty(["turbopack", "resolveAlias", "use-intl/format-message"], "./i18n/formatting.ts");
});
