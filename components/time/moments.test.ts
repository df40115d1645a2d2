import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { locales } from "#i18n/locale.ts";
import * as moments from "./moments.ts";

const components = join(import.meta.dirname, "..");
const at = new Date("2026-11-03T23:42:07Z");

it("writes one clock of 24 hours in every language [found U11]", () => {
  for (const locale of locales) {
    for (const [name, options] of Object.entries(moments)) {
      const text = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(at);
      expect(text, `${name} in ${locale}`).toMatch(/23:42/);
      expect(text, `${name} in ${locale}`).not.toMatch(/[ap]\.?\s?m\.?\b/i);
    }
  }
});

it("leaves no component a clock of its own [found U11]", () => {
  const own = readdirSync(components, { recursive: true, encoding: "utf8" })
    // The visitor's widget follows the visitor's own habits.
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^widget|^time\/moments\.ts$/.test(file))
    .filter((file) => /\b(timeStyle|hour12|hourCycle)\b|\bhour:/.test(readFileSync(join(components, file), "utf8")));
  expect(own).toEqual([]);
});
