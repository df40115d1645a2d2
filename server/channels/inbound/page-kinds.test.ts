import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { shiftClock } from "#server/base/clock.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { captured, payloadNames } from "#server/testing/payloads.ts";
import { Line } from "#server/testing/platform.ts";
import { keyOfUrl, readFile } from "#server/uploads/storage.ts";
import { storeFile, storeImage } from "#server/uploads/storing.ts";
import { fetchMissing } from "../media/fetching.ts";
import { addMedia } from "../simulator/graph-media.ts";
import { mostFiles } from "./schema.ts";

let next = 7100000005000;

const film = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypisom"),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from("isomiso2"),
  Buffer.alloc(4000, 7),
]);
const png = (background: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer();

const company = await openCompany();
await runPlatform();

async function mediaOf(line: Line) {
  const image = async (colour: string) => (await storeImage(line.actor, await png(colour))).url;
  const put = async (url: string) => line.within(() => addMedia(line.account, url));
  return {
    picture: (await put(await image("#c81e1e"))).url,
    picture2: (await put(await image("#1e7ac8"))).url,
    film: (await put((await storeFile(line.actor, film, "film.mp4")).url)).url,
  };
}

/** One kind comes in; the message it became. */
async function receive(line: Line, name: string) {
  const peer = String(++next);
  await line.receive(name, { peer, ...(await mediaOf(line)) });
  const [message] = await line.messages(await line.conversation(peer));
  if (!message) throw new Error(`${name} left no message`);
  return message;
}

const stored = (urls: readonly { image_url: string }[]) => Promise.all(urls.map(({ image_url }) => bytesAt(image_url)));

async function bytesAt(url: string): Promise<number> {
  const key = keyOfUrl(url);
  return ((key ? await readFile(key) : undefined) ?? Buffer.alloc(0)).length;
}

describe("a Messenger visitor's message", () => {
  let line: Line;
  beforeAll(async () => {
    line = await Line.open(company, "FACEBOOK");
  });

  it("is text when it holds a link, which leads straight to its page [found C5]", async () => {
    const message = await receive(line, "text-with-link");
    expect(message).toMatchObject({
      type: "text/plain",
      text: "Do you have this one? https://example.com/bikes/7",
      extra: { about: { kind: "link", title: "City bike 7", url: "https://example.com/bikes/7" } },
    });
    expect(await receive(line, "link-alone")).toMatchObject({
      type: "text/plain",
      text: "City bike 7\nhttps://example.com/bikes/7",
    });
  });

  it("keeps every attachment, whatever its type, in order [found C5]", async () => {
    const message = await receive(line, "image-video-image");
    expect(message).toMatchObject({ type: "image", text: "The scratch, from all sides" });
    expect(message.attachments.map(({ image_url }) => image_url.slice(-4))).toEqual([".png", ".mp4", ".png"]);
    for (const size of await stored(message.attachments)) expect(size).toBeGreaterThan(0);
    expect(message.extra?.files).toMatchObject([{ contentType: "video/mp4", url: message.attachments[1]?.image_url }]);
  });

  it("keeps every picture of an album, and says so where more came than are kept", async () => {
    const { picture } = await mediaOf(line);
    const album = async (pictures: number) => {
      const peer = String(++next);
      const attachments = Array.from({ length: pictures }, () => ({ type: "image", payload: { url: picture } }));
      await line.event(peer, { message: { mid: `m_album${peer}`, attachments } });
      return (await line.messages(await line.conversation(peer)))[0];
    };
    const whole = await album(12);
    expect(whole?.attachments).toHaveLength(12);
    expect(whole?.extra?.missing).toBeUndefined();
    const cut = await album(mostFiles + 2);
    expect(cut?.attachments).toHaveLength(mostFiles);
    expect(cut?.extra?.missing).toBe(`Only the first ${mostFiles} of ${mostFiles + 2} files are kept.`);
  });

  it("keeps the order also when one of them comes late [found C5]", async () => {
    await line.faults({ media: "broken" });
    const before = await receive(line, "image-video-image");
    expect(before.attachments).toEqual([]);
    await line.faults({ media: "off" });
    shiftClock(60_000);
    try {
      await fetchMissing(line.actor, line.channelId);
    } finally {
      shiftClock(0);
    }
    const [message] = (await line.messages(before.conversationId)).filter(({ id }) => id === before.id);
    expect(message?.attachments.map(({ image_url }) => image_url.slice(-4))).toEqual([".png", ".mp4", ".png"]);
    expect(message?.extra?.missing).toBeUndefined();
  });

  it("keeps a reel's film and a product's id and picture [found C5]", async () => {
    expect(await receive(line, "reel")).toMatchObject({
      type: "video",
      extra: { about: { kind: "reel", title: "Autumn ride" } },
    });
    const product = await receive(line, "product");
    expect(product).toMatchObject({
      type: "text/plain",
      text: "Is this one in stock?",
      extra: { about: { kind: "product", title: "City bike 7, $350" }, product: { productId: "bike-7" } },
    });
    expect(product.attachments).toHaveLength(1);
  });
});

describe("an Instagram visitor's message", () => {
  let line: Line;
  beforeAll(async () => {
    line = await Line.open(company, "INSTAGRAM");
  });

  it.each([
    ["story-mention", { type: "image", text: "", extra: { about: { kind: "story_mention" } } }],
    ["story-reply", { type: "text/plain", text: "Is it still for sale?", extra: { about: { kind: "story_reply" } } }],
    ["share", { type: "image", extra: { about: { kind: "share" } } }],
    ["reel", { type: "video", extra: { about: { kind: "reel", title: "Autumn ride by the river" } } }],
  ])("keeps picture and link of a %s [found C5]", async (name, expected) => {
    const message = await receive(line, name);
    expect(message).toMatchObject(expected);
    expect(message.attachments).toHaveLength(1);
    expect(message.extra?.about?.url).toMatch(/^http/);
    for (const size of await stored(message.attachments)) expect(size).toBeGreaterThan(0);
  });

  it("that shares a page is words and a link, and one without anything to fetch a placeholder [found C5]", async () => {
    expect(await receive(line, "share-of-a-page")).toMatchObject({
      type: "text/plain",
      text: "City bikes\nhttps://www.instagram.com/p/C1a2b3c4d5e/",
      attachments: [],
    });
    expect(await receive(line, "ephemeral")).toMatchObject({ type: "unsupported", extra: { what: "ephemeral" } });
  });

  it("about a product of the shop names it [found C6]", async () => {
    expect(await receive(line, "product-question")).toMatchObject({
      type: "text/plain",
      text: "Does it come in red?",
      extra: { product: { productId: "4130107700388123" } },
    });
  });
});

it.each(["messenger", "instagram"] as const)("every captured kind of %s says where its shape is from", (name) => {
  for (const kind of payloadNames(name)) expect(captured(name, kind).source).toMatch(/channels\.md|reference/);
});
