import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");

const decisions = read("docs/contract/decisions.md");
const rules = new Set([
  ...[...decisions.matchAll(/^- \*\*([A-Z]\d{1,2})\b/gm)].map((match) => match[1]),
  ...[...decisions.matchAll(/^## ([A-Z])\. /gm)].map((match) => match[1]),
  ...[...read("docs/contract/workspace.md").matchAll(/^## (W\d{1,2}) /gm)].map((match) => match[1]),
]);

const defects = new Set(
  [...read("docs/contract/findings.md").matchAll(/^- \*\*([A-Z]\d{0,2})\*\* /gm)].map((match) => match[1]),
);

/** Sections `4` and `2.8`, and the numbered points of a section: `7.4`. */
function sectionsOf(document: string): Set<string> {
  const found = new Set<string>();
  let section = "";
  for (const line of document.split("\n")) {
    const heading = /^##+ (\d+(?:\.\d+)?)\.? /.exec(line)?.[1];
    if (heading) found.add(heading);
    if (line.startsWith("## ")) section = heading ?? "";
    const point = /^(\d+)\. /.exec(line)?.[1];
    if (section && point) found.add(`${section}.${point}`);
  }
  return found;
}

const sections = {
  channels: sectionsOf(read("docs/contract/channels.md")),
  service: sectionsOf(read("docs/contract/service.md")),
};

const rule = String.raw`[A-Z]\d{1,2}`;
const several = (one: string) => `${one}(?:(?:, | and )${one})*`;
/** Where rules are cited: `(E6)`, `(H5, H7)`, `(J4, channels.md 2.7)`, `decisions.md K10`, a comment's first word. */
const rulePatterns = [
  new RegExp(String.raw`\((${several(rule)})[),:]`, "g"),
  new RegExp(String.raw`decisions\.md (${several(rule)}|[A-Z]\b)`, "g"),
  new RegExp(String.raw`/\*\* (${rule})[:.]`, "g"),
  /\[(W\d{1,2}(?:, W\d{1,2})*)\]/g,
];
/** Rules that came from defects, as names of tests cite them: `[found S3]`, `[found S3, S14]`. */
const defectPattern = /\[found ([^\]\n]*)\]/g;
const sectionPattern = /(channels|service)\.md (?:section )?(\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/g;
const otherDocument = /\b(reports|platform|design|house|found|facts)\.md\b/g;

const folders = ["app", "bench", "components", "docs", "e2e", "i18n", "prisma", "scripts", "server"];
const files = [
  ...fs.readdirSync(root),
  ...folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => path.join(folder, name)),
  ),
].filter(
  (file) =>
    /\.(?:ts|tsx|mjs|prisma|md|json|sql)$/.test(file) &&
    !/\/generated\/|^(?:package-lock|openapi)\.json$|^server\/contract-codes\.test\.ts$/.test(file),
);
const texts = files.map((file) => ({ file, text: read(file) }));

function cited(text: string, patterns: RegExp[]): string[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => (match[1] ?? "").split(/, | and /)),
  );
}

describe("docs/contract", () => {
  it("holds every rule that comments, test names and documents cite", () => {
    const unknown = texts.flatMap(({ file, text }) =>
      cited(text, rulePatterns)
        .filter((code) => !rules.has(code))
        .map((code) => `${file}: ${code}`),
    );
    expect(unknown).toEqual([]);
  });

  it("holds every section that is cited", () => {
    const unknown = texts.flatMap(({ file, text }) =>
      [...text.matchAll(sectionPattern)].flatMap((match) =>
        (match[2] ?? "")
          .split(/, | and /)
          .filter((section) => !sections[match[1] === "service" ? "service" : "channels"].has(section))
          .map((section) => `${file}: ${match[1]}.md ${section}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it("holds every rule that came from a defect and is cited", () => {
    const unknown = texts.flatMap(({ file, text }) =>
      cited(text, [defectPattern])
        .filter((code) => !defects.has(code))
        .map((code) => `${file}: ${code}`),
    );
    expect(unknown).toEqual([]);
  });

  it("is the only place that codes point to", () => {
    const elsewhere = texts.flatMap(({ file, text }) =>
      [...text.matchAll(otherDocument)].map((match) => `${file}: ${match[0]}`),
    );
    expect(elsewhere).toEqual([]);
  });

  it("is cited: the patterns find what they look for", () => {
    const all = texts.flatMap(({ text }) => cited(text, rulePatterns));
    expect(all.length).toBeGreaterThan(200);
    expect(new Set(all)).toContain("E6");
    expect(rules).toContain("O");
    const fromDefects = texts.flatMap(({ text }) => cited(text, [defectPattern]));
    expect(fromDefects.length).toBeGreaterThan(100);
    expect(defects.size).toBeGreaterThan(70);
    expect(sections.channels).toContain("2.8");
  });
});

describe("docs/security.md", () => {
  const document = read("docs/security.md");
  const folder = /^(?:\.?[\w-]+\/)+[\w./-]+$/;
  const atRoot = /^[\w-]+\.(?:json|yml|md|ts)$|^Dockerfile$/;
  const named = [...document.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
  const paths = named.filter((text) => folder.test(text) || atRoot.test(text));

  it("names files that exist", () => {
    expect(new Set(paths).size).toBeGreaterThan(80);
    expect(paths.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
  });

  it("names tests that exist", () => {
    const pattern = /`([^`\n]+\.(?:test|spec)\.ts)` ((?:"[^"\n]+"(?:, )?)+)/g;
    const tests = [...document.matchAll(pattern)].flatMap(([, file = "", names = ""]) =>
      [...names.matchAll(/"([^"\n]+)"/g)].map((match) => ({ file, name: match[1] ?? "" })),
    );
    expect(tests.length).toBeGreaterThan(80);
    expect(tests.filter(({ file, name }) => !read(file).includes(`"${name}`))).toEqual([]);
  });

  it("names every row of a chapter with what holds it, or says that nothing does", () => {
    const rows = document.split("\n").filter((line) => /^\| \d+\.\d+\.\d+/.test(line));
    const states = /^\| [^|]+ \| (?:Held|Partly|Not held|Operator|Does not apply|Above)[^|]* \|/;
    expect(rows.filter((line) => !states.test(line))).toEqual([]);
  });
});
