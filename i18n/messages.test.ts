import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { messageArguments } from "./icu-arguments.ts";
import { locales } from "./locale.ts";
import { namespaces } from "./namespaces.ts";

const folder = import.meta.dirname;
const others = locales.filter((locale) => locale !== "en");

function filesOf(locale: string): string[] {
  return readdirSync(join(folder, locale))
    .filter((name) => name.endsWith(".json"))
    .sort();
}

function texts(locale: string, namespace: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string") found.set(path, value);
    else if (value !== null && typeof value === "object")
      for (const [key, inner] of Object.entries(value)) walk(inner, path === "" ? key : `${path}.${key}`);
    else throw new Error(`${locale}/${namespace}.json: ${path} is neither text nor a group`);
  };
  walk(JSON.parse(readFileSync(join(folder, locale, `${namespace}.json`), "utf8")), "");
  return found;
}

describe("namespaces", () => {
  it.each(locales)("lists exactly the files of i18n/%s", (locale) => {
    expect(filesOf(locale)).toEqual(namespaces.map((name) => `${name}.json`).sort());
  });
});

describe.each(namespaces)("%s.json", (namespace) => {
  const english = texts("en", namespace);

  it.each(others)("has the same keys in %s as in en", (locale) => {
    expect([...texts(locale, namespace).keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each(others)("takes the same arguments in %s as in en", (locale) => {
    const differing = [...texts(locale, namespace)].filter(([key, text]) => {
      const source = english.get(key);
      return source !== undefined && messageArguments(source).join() !== messageArguments(text).join();
    });
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  // What the build has parsed must come out as text: an empty one would be no text to the browser.
  it.each(locales)("has no text in %s that may come out empty", (locale) => {
    const maybeEmpty = [...texts(locale, namespace)].filter(([, text]) =>
      /^\{\w+, (?:plural|select|selectordinal),.*\{\}.*\}$/s.test(text.trim()),
    );
    expect(maybeEmpty.map(([key]) => key)).toEqual([]);
  });

  it.each(locales)("has no empty or unparsable text in %s", (locale) => {
    const faults = [...texts(locale, namespace)].filter(([, text]) => {
      try {
        return text.trim() === "" || messageArguments(text) === undefined;
      } catch {
        return true;
      }
    });
    expect(faults.map(([key]) => key)).toEqual([]);
  });
});
