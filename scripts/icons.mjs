// Draws the PNG icons of the installed app and of its notices from public/icon.svg; run it when that changes.
import { readFileSync } from "node:fs";
import sharp from "sharp";

const folder = new URL("../public/", import.meta.url);
const drawing = readFileSync(new URL("icon.svg", folder), "utf8");
/* Android fills the shape of a badge with a colour of its own. */
const shape = drawing.replaceAll(/fill="#[0-9a-f]+"/g, 'fill="#fff"');

/**
 * @param {string} name
 * @param {number} size in px
 * @param {{ share?: number, background?: string, svg?: string }} [how] how much of the width the drawing takes
 */
async function draw(name, size, { share = 1, background, svg = drawing } = {}) {
  const inner = Math.round(size * share);
  const image = await sharp(Buffer.from(svg), { density: 3 * inner })
    .resize(inner, inner)
    .toBuffer();
  const ground = {
    width: size,
    height: size,
    channels: /** @type {4} */ (4),
    background: background ?? { r: 0, g: 0, b: 0, alpha: 0 },
  };
  await sharp({ create: ground })
    .composite([{ input: image }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(new URL(name, folder).pathname);
}

await draw("icon-192.png", 192);
await draw("icon-512.png", 512);
// Cut to a circle on Android: what matters stands within four fifths of it.
await draw("icon-maskable.png", 512, { share: 0.56, background: "#ffffff" });
await draw("apple-touch-icon.png", 180, { share: 0.68, background: "#ffffff" });
await draw("badge.png", 96, { svg: shape });
