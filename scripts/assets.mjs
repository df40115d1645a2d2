import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const packed = promisify(gzip);
const packedTightly = promisify(brotliCompress);
const texts = /\.(?:js|css|json|svg|txt)$/;
/** As many as there are threads for it. */
const atATime = 4;

/**
 * Chromium then compiles all of a script beside the page while it comes, and not each function where the page first
 * calls it: https://v8.dev/features/explicit-compile-hints. To others it is a comment.
 */
const compiledAtOnce = "//# allFunctionsCalledOnLoad\n";

/**
 * Marks the scripts that every page begins with, React and the router, nearly all of which run at once.
 * @param {string} build
 */
async function markFirstScripts(build) {
  const manifest = JSON.parse(await fs.readFile(path.join(build, "build-manifest.json"), "utf8"));
  for (const name of manifest.rootMainFiles) {
    const file = path.join(build, name);
    const script = await fs.readFile(file, "utf8");
    if (!script.startsWith(compiledAtOnce)) await fs.writeFile(file, compiledAtOnce + script);
  }
}

/** @param {string} file */
async function compress(file) {
  const content = await fs.readFile(file);
  const hint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  await fs.writeFile(`${file}.gz`, await packed(content, { level: 9 }));
  await fs.writeFile(`${file}.br`, await packedTightly(content, hint));
}

/**
 * What the pages' build leaves for browsers, ready to be sent: beside each text itself as gzip and as Brotli, at their
 * best.
 * @param {string} build the folder that Next builds into
 */
export async function prepareAssets(build) {
  await markFirstScripts(build);
  const folder = path.join(build, "static");
  const names = await fs.readdir(folder, { recursive: true });
  const files = names.filter((name) => texts.test(name)).map((name) => path.join(folder, name));
  const next = async () => {
    for (let file = files.pop(); file; file = files.pop()) await compress(file);
  };
  await Promise.all(Array.from({ length: atATime }, next));
}
