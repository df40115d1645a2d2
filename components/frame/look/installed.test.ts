import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

type Icon = { src: string; sizes: string; type: string; purpose: string };

const { icons } = JSON.parse(read("public/manifest.webmanifest")) as { icons: Icon[] };
const pictures = icons.filter(({ type }) => type === "image/png");
const metadataOf = (src: string) => sharp(new URL(`../../../public${src}`, import.meta.url).pathname).metadata();

it("can be installed where a drawing alone is not taken: pictures of both sizes, and one that may be cut to any shape", async () => {
  for (const { src, sizes } of pictures) {
    const { format, width, height } = await metadataOf(src);
    expect([format, `${width}x${height}`], src).toEqual(["png", sizes]);
  }
  expect(pictures.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual(
    expect.arrayContaining(["any 192x192", "any 512x512", "maskable 512x512"]),
  );
});

it("has a picture wherever a platform takes no drawing: an iPhone's home screen, a notice and its badge", async () => {
  const apple = /apple: "([^"]+)"/.exec(read("app/layout.tsx"))?.[1] ?? "";
  expect(await metadataOf(apple)).toMatchObject({ format: "png", width: 180, height: 180 });
  const shown = [...read("public/sw.js").matchAll(/(?:icon|badge): "([^"]+)"/g)].map(([, src = ""]) => src);
  expect(shown).toHaveLength(2);
  for (const src of shown) expect((await metadataOf(src)).format, src).toBe("png");
});

it("cuts nothing of the maskable picture's drawing: it stands within four fifths of the width", async () => {
  const { src = "" } = pictures.find(({ purpose }) => purpose === "maskable") ?? {};
  const { data, info } = await sharp(new URL(`../../../public${src}`, import.meta.url).pathname)
    .flatten({ background: "#ffffff" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = info.width / 2;
  const farthest = data.reduce((most, grey, at) => {
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    return grey > 250 ? most : Math.max(most, Math.hypot(x - middle, y - middle));
  }, 0);
  expect(farthest).toBeGreaterThan(0);
  expect(farthest).toBeLessThan(0.4 * info.width);
});
