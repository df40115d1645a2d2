import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "..", "..");
const importing = /^\s*(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;

function read(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

function resolve(from: string, name: string): string | undefined {
  if (name.startsWith("#components/")) return name.slice(1);
  return name.startsWith(".") ? path.join(path.dirname(from), name) : undefined;
}

/** The first parts of all texts that a file and what it brings, now or later, may ask for. */
function asked(file: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(path.join(root, file))) return found;
  seen.add(file);
  const source = read(file);
  // What it fetches itself stands around all that it brings.
  const own = [...source.matchAll(/import\("#i18n\/en\/([\w-]+)\.json"\)/g)].map(([, name]) => name ?? "");
  for (const [, name] of source.matchAll(/useTranslations\(\s*"([^".]+)/g)) if (name) found.add(name);
  for (const [, plain, later] of source.matchAll(importing)) {
    const brought = resolve(file, plain ?? later ?? "");
    if (!brought) continue;
    const under = asked(brought, own.length > 0 ? new Set() : seen);
    for (const name of under) if (!own.includes(name)) found.add(name);
  }
  for (const name of own) found.delete(name);
  return found;
}

/** What a page or layout sends itself. */
function sent(file: string): string[] {
  const list = /(?:<Texts of=\{|textsOf\()\[([^\]]*)\]/.exec(read(file))?.[1] ?? "";
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? "");
}

function layoutsAround(page: string): string[] {
  const folders = path.dirname(page).split(path.sep);
  return folders
    .map((_, index) => path.join(...folders.slice(0, index + 1), "layout.tsx"))
    .filter((layout) => existsSync(path.join(root, layout)));
}

/** The chat brings its own texts. */
const found = (pattern: string) => globSync(pattern, { cwd: root }).filter((file) => !/widget|global/.test(file));
const pages = found("app/**/page.tsx");
const framed = [...pages, ...pages.flatMap(layoutsAround), ...found("app/**/{error,not-found}.tsx")];

it.each([...new Set(framed)])("%s is sent each text it may show [found U15]", (file) => {
  const around = new Set([...layoutsAround(file), file].flatMap(sent));
  expect([...asked(file)].filter((name) => !around.has(name))).toEqual([]);
});

it.each(pages)("%s is sent no other page's texts [found U15]", (page) => {
  const may = asked(page);
  expect(sent(page).filter((name) => !may.has(name))).toEqual([]);
});

it("asks for texts by names that can be read in the source [found U15]", () => {
  const files = globSync("components/**/*.{ts,tsx}", { cwd: root }).filter((file) => !file.includes(".test."));
  expect(files.filter((file) => /useTranslations\(\s*[^"\s]/.test(read(file)))).toEqual([]);
});
