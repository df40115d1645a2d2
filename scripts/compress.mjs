import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const packed = promisify(gzip);
const packedTightly = promisify(brotliCompress);
const texts = /\.(?:js|css|json|svg|txt)$/;
/** As many as there are threads for it. */
const atATime = 4;

/** @param {string} file */
async function compress(file) {
  const content = await fs.readFile(file);
  const hint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  await fs.writeFile(`${file}.gz`, await packed(content, { level: 9 }));
  await fs.writeFile(`${file}.br`, await packedTightly(content, hint));
}

/**
 * Beside each text of a folder: itself as gzip and as Brotli, at their best, for the server to send.
 * @param {string} folder
 */
export async function compressTexts(folder) {
  const names = await fs.readdir(folder, { recursive: true });
  const files = names.filter((name) => texts.test(name)).map((name) => path.join(folder, name));
  const next = async () => {
    for (let file = files.pop(); file; file = files.pop()) await compress(file);
  };
  await Promise.all(Array.from({ length: atATime }, next));
}
