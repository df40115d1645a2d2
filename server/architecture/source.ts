import fs from "node:fs";
import path from "node:path";

/** The project's own source as the tests of its structure read it. */
export const root = path.resolve(import.meta.dirname, "../..");

export function filesBelow(folder: string, kind = /\.tsx?$/): string[] {
  const start = path.join(root, folder);
  if (!fs.existsSync(start)) return [];
  return fs
    .readdirSync(start, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((name) => kind.test(name) && !name.includes("/generated/"));
}

export const textOf = (file: string): string => fs.readFileSync(path.join(root, file), "utf8");

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^;"]*?from\s+"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import\s+"([^"]+)"/g;

/** What a file imports, relative paths resolved to the repository; `import type` counts only where asked. */
export function importsOf(file: string, options: { types: boolean }): string[] {
  return [...textOf(file).matchAll(importPattern)].flatMap((match) => {
    if (!options.types && /^\s*(?:import|export)\s+type\s/.test(match[0])) return [];
    const target = match[1] ?? match[2] ?? match[3] ?? "";
    if (target.startsWith("#")) return [target.slice(1)];
    if (target.startsWith(".")) return [path.join(path.dirname(file), target)];
    return [target];
  });
}

export const all = ["server", "app", "components", "i18n"].flatMap((folder) => filesBelow(folder));
/** What the product runs: no tests, and nothing that only tests use. */
export const sources = all.filter(
  (file) => !/\.test\.tsx?$/.test(file) && !/^server\/(testing|architecture)\//.test(file),
);
export const server = sources.filter((file) => file.startsWith("server/"));

/** The folder of `server/` a file lies in; undefined for what lies in none. */
export const folderOf = (file: string): string | undefined => file.match(/^server\/([^/]+)\//)?.[1];
