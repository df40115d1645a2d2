import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";

const importing = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;

/**
 * All files below a folder, in a stable order.
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const place = path.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(place) : [place];
    })
    .sort();
}

/**
 * The file an import inside the project means, if any.
 * @param {string} from
 * @param {string} specifier
 */
function targetOf(from, specifier) {
  if (specifier.startsWith("#")) return path.join(root, specifier.slice(1));
  return specifier.startsWith(".") ? path.resolve(path.dirname(from), specifier) : undefined;
}

/**
 * What the pages are built from: their own folders, and whatever of the server they import, followed to its end.
 * @returns {Map<string, Buffer>}
 */
function pageSources() {
  const fixed = [
    "next.config.mjs",
    "postcss.config.mjs",
    "proxy.ts",
    "instrumentation.ts",
    "package-lock.json",
    "tsconfig.json",
    "scripts/assets.mjs",
  ].map((file) => path.join(root, file));
  const folders = ["app", "components", "i18n"].flatMap((folder) => filesBelow(path.join(root, folder)));
  const queue = [...fixed, ...folders].filter((file) => !/\.test\.[a-z]+$/.test(file));
  /** @type {Map<string, Buffer>} */
  const seen = new Map();
  for (const file of queue) {
    if (seen.has(file) || !fs.existsSync(file)) continue;
    const content = fs.readFileSync(file);
    seen.set(file, content);
    if (!/\.(ts|tsx|mjs)$/.test(file)) continue;
    for (const [, specifier = ""] of content.toString("utf8").matchAll(importing)) {
      const target = targetOf(file, specifier);
      if (target && fs.existsSync(target) && fs.statSync(target).isFile()) queue.push(target);
    }
  }
  return seen;
}

/**
 * @param {Iterable<[string, Buffer]>} files
 */
function digest(files) {
  const hash = createHash("sha256");
  for (const [file, content] of files) hash.update(path.relative(root, file)).update("\0").update(content).update("\0");
  return hash.digest("hex");
}

/** Changes when the pages must be built again. */
export function pagesFingerprint() {
  return digest([...pageSources()].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Changes when the database client must be generated again. */
export function schemaFingerprint() {
  const files = [
    ...["prisma", "prisma-json-types-generator"].map((name) => path.join(root, "node_modules", name, "package.json")),
    ...filesBelow(path.join(root, "prisma", "schema")),
  ];
  return digest(files.map((file) => [file, fs.readFileSync(file)]));
}
