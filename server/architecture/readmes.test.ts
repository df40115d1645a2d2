import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, root, textOf } from "./source.ts";

const roots = ["server", "components", "e2e", "bench", "chaos", "i18n", "scripts", "prisma/schema"];
const files = roots.flatMap((folder) => filesBelow(folder, /\.(?:tsx?|mjs|json|prisma|html)$/));
const readmes = roots.flatMap((folder) => filesBelow(folder, /(?:^|\/)README\.md$/));

const chapters = filesBelow("docs/architecture", /\.md$/);

/** What a README cites: from its own folder, or from the project's. */
const cited = /`([\w./-]+(?:\.(?:tsx?|mjs|json|prisma)|\/))`/g;

const isThere = (readme: string, name: string) =>
  fs.existsSync(path.join(root, path.dirname(readme), name)) || fs.existsSync(path.join(root, name));

describe("a README", () => {
  it("opens each folder with more than ten files", () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
    const large = [...counts].filter(([, count]) => count > 10).map(([folder]) => folder);
    expect(large.filter((folder) => !readmes.includes(`${folder}/README.md`))).toEqual([]);
  });

  it("has at most 15 lines", () => {
    expect(readmes.filter((file) => textOf(file).trimEnd().split("\n").length > 15)).toEqual([]);
  });

  it("cites only files that exist", () => {
    const gone = readmes.flatMap((readme) =>
      [...textOf(readme).matchAll(cited)]
        .map(([, name = ""]) => name)
        .filter((name) => !isThere(readme, name))
        .map((name) => `${readme}: ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it("is as true as ARCHITECTURE.md and its chapters, which cite only files that exist", () => {
    const known = [...files, ...filesBelow("app"), ...filesBelow("docs", /\.md$/)];
    const isKnown = (name: string) =>
      fs.existsSync(path.join(root, name)) || known.some((file) => file.endsWith(`/${name}`));
    const gone = ["ARCHITECTURE.md", ...chapters].flatMap((page) =>
      [...textOf(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|json|prisma))`/g)]
        .map(([, name = ""]) => name)
        .filter((name) => !isKnown(name))
        .map((name) => `${page}: ${name}`),
    );
    expect(gone).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  it("names all its chapters, each of their headings, and is one page itself", () => {
    const text = textOf("ARCHITECTURE.md");
    expect(chapters.length).toBeGreaterThan(0);
    const missing = chapters.flatMap((page) => {
      const row =
        text
          .split("\n")
          .find((line) => line.includes(`(${page})`))
          ?.toLowerCase() ?? "";
      const headings = [...textOf(page).matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
      return headings.filter((heading) => !row.includes(heading.toLowerCase())).map((heading) => `${page}: ${heading}`);
    });
    expect(missing).toEqual([]);
    expect(text.split("\n").length).toBeLessThan(100);
  });
});
