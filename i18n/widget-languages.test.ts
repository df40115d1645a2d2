import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { messageArguments } from "./icu-arguments.ts";

/** The widget speaks Portuguese too, which the workspace does not. */
function texts(locale: string): [string, string[]][] {
  const found: [string, string[]][] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string") found.push([path, messageArguments(value)]);
    else for (const [key, inner] of Object.entries(value ?? {})) walk(inner, `${path}.${key}`);
  };
  walk(JSON.parse(readFileSync(join(import.meta.dirname, locale, "widget.json"), "utf8")), "widget");
  return found.sort(([a], [b]) => a.localeCompare(b));
}

it("has every text of the widget in Portuguese, with the same arguments", () => {
  expect(texts("pt")).toEqual(texts("en"));
});
