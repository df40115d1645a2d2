import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { deleteConversation } from "#server/conversations/deleting.ts";
import { systemActor } from "#server/core/actor.ts";
import { listMessages } from "#server/messages/listing.ts";
import { app } from "#server/rest/app.ts";
import { openPools } from "#server/testing/pools.ts";
import { plainCompany, visitorOn, visitorSide } from "#server/testing/visitor.ts";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import { cleanImage } from "./imaging.ts";
import { uploadTasks } from "./jobs.ts";
import { removeUploads } from "./removing.ts";
import type { Upload } from "./schema.ts";

openPools();

let acme: CreatedCompany;
const side = visitorSide();

beforeAll(async () => {
  acme = await plainCompany();
});

const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: "#336699" } });

async function upload(bytes: Uint8Array, type: string, visitor?: Awaited<ReturnType<typeof visitorOn>>) {
  const by = visitor ?? (await visitorOn(acme.channelId));
  const headers = { ...by.options.headers, "content-type": type };
  return side.post<Upload>(`${by.base}/uploads`, undefined, {
    raw: new Uint8Array(bytes),
    headers,
    address: by.address,
  });
}

const pathOf = (url: string) => new URL(url).pathname;

describe("an image", () => {
  it.each(["png", "jpeg", "webp", "gif"] as const)(
    "of type %s is stored anew and served without a way to run",
    async (format) => {
      const stored = await upload(await picture().toFormat(format).toBuffer(), "text/html");
      expect(stored.status).toBe(201);
      expect(stored.body).toMatchObject({ contentType: `image/${format}`, width: 40, height: 20 });
      const served = await side.get(pathOf(stored.body.url));
      expect(served.status).toBe(200);
      expect(served.headers.get("content-type")).toBe(`image/${format}`);
      expect(served.headers.get("x-content-type-options")).toBe("nosniff");
      expect(served.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect(served.headers.get("content-disposition")).toMatch(/^inline; filename="image\./);
    },
  );

  it("loses what was hidden in it: place, comments, trailing bytes", async () => {
    const jpeg = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: "secret place" } })
      .toBuffer();
    const stored = await upload(Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>")]), "image/jpeg");
    const served = await side.get(pathOf(stored.body.url));
    expect(served.text).not.toContain("secret place");
    expect(served.text).not.toContain("<script>");
  });

  it("leaves threads for other work, however many take long to be made anew [found S1]", async () => {
    const [width, height, pages] = [200, 200, 150];
    const raw = { width, height: height * pages, channels: 3 as const, pageHeight: height };
    const moving = await sharp(randomBytes(width * height * pages * 3), { raw })
      .webp({ quality: 1, effort: 0 })
      .toBuffer();
    const begun = performance.now();
    const made = Array.from({ length: 6 }, () => cleanImage(moving));
    const all = Promise.all(made).then(() => performance.now() - begun);
    await pause(100);
    const asked = performance.now();
    await promisify(gzip)("a".repeat(1000));
    const waited = performance.now() - asked;
    expect(waited).toBeLessThan((await all) / 6);
  });

  it("can be sent by the visitor who uploaded it, with a caption", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const stored = await upload(await picture().png().toBuffer(), "image/png", visitor);
    const message = { type: "image", uploadId: stored.body.id, caption: "this one", clientMessageId: "i" };
    const sent = await visitor.post<{ message: VisitorMessage }>(`/conversations/${id}/messages`, message);
    expect(sent.body.message).toMatchObject({ type: "image", text: "this one", imageUrl: stored.body.url });
  });

  it("keeps its size in the message, for the visitor and for the team [found U9]", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const stored = await upload(await picture(60, 45).png().toBuffer(), "image/png", visitor);
    const message = { type: "image", uploadId: stored.body.id, clientMessageId: "sized" };
    const sent = await visitor.post<{ message: VisitorMessage }>(`/conversations/${id}/messages`, message);
    expect(sent.body.message).toMatchObject({ imageWidth: 60, imageHeight: 45 });
    const actor = systemActor(acme.companyId);
    const { data } = await listMessages.execute(actor, { conversationId: id });
    expect(data.find(({ type }) => type === "image")?.attachments).toMatchObject([
      { image_url: stored.body.url, width: 60, height: 45 },
    ]);
  });

  it("goes when its conversation goes, and not before", async () => {
    const visitor = await visitorOn(acme.channelId);
    const id = await visitor.begin();
    const stored = await upload(await picture().png().toBuffer(), "image/png", visitor);
    await visitor.post(`/conversations/${id}/messages`, { type: "image", uploadId: stored.body.id });
    const actor = systemActor(acme.companyId);
    expect(await removeUploads.execute(actor, { conversationId: id })).toEqual({ removed: 0, later: false });
    await deleteConversation.execute(actor, { conversationId: id });
    const payload = { companyId: acme.companyId, eventId: newId(), type: "conversation/deleted", contactId: null };
    await uploadTasks[0]?.perform({ ...payload, conversationId: id, messageId: null });
    expect((await side.get(pathOf(stored.body.url))).status).toBe(404);
  });

  it("cannot be sent by another visitor", async () => {
    const stored = await upload(await picture().png().toBuffer(), "image/png");
    const thief = await visitorOn(acme.channelId);
    const message = { type: "image", uploadId: stored.body.id, clientMessageId: "i" };
    const { status, body } = await thief.post("/conversations", { message });
    expect({ status, field: body.details?.[0]?.field }).toEqual({ status: 400, field: "message.uploadId" });
  });
});

describe("what is no image", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  it.each([
    ["SVG", Buffer.from(svg), "image/svg+xml"],
    ["SVG that says PNG", Buffer.from(svg), "image/png"],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>"), "image/png"],
    ["a script after a GIF header", Buffer.from("GIF89a/*<svg onload=alert(1)>*/=1;alert(1)"), "image/gif"],
    ["a PNG header alone", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), "image/png"],
    ["PDF", Buffer.from("%PDF-1.7\n1 0 obj\n"), "image/png"],
  ])("is refused: %s", async (_, bytes, type) => {
    const { status, body } = await upload(bytes, type);
    expect({ status, error: body.error }).toEqual({ status: 415, error: "unsupported_media_type" });
  });

  it("is refused when empty or over 5 MB, also without a length", async () => {
    expect((await upload(Buffer.alloc(0), "image/png")).status).toBe(400);
    const visitor = await visitorOn(acme.channelId);
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024)),
    });
    const { status, body } = await side.post(`${visitor.base}/uploads`, undefined, {
      raw: endless,
      ...visitor.options,
    });
    expect({ status, error: body.error }).toEqual({ status: 413, error: "payload_too_large" });
  });

  it("is refused when it would unpack to more than 50 megapixels, and the reason is told", async () => {
    const bomb = await picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer();
    const { status, body } = await upload(bomb, "image/png");
    expect([status, body.error, body.details?.[0]?.code]).toEqual([413, "payload_too_large", "too_many_pixels"]);
    expect(body.message).toContain("50 megapixels");
  });
});

it.each([
  "/uploads/../secret",
  "/uploads/..%2f..%2fsecret",
  "/uploads/secret",
  `/uploads/${"a".repeat(32)}.png`,
  `/uploads/${"a".repeat(32)}.svg`,
])("finds nothing at %s", async (path) => {
  expect((await side.get(path)).status).toBe(404);
});

describe("a part of a file", () => {
  it("is handed out as it is asked for, so that a player can move inside it [found C8]", async () => {
    const stored = await upload(await picture().png().toBuffer(), "image/png");
    const path = pathOf(stored.body.url);
    const ask = (headers: Record<string, string> = {}) => app.request(path, { headers });
    const whole = await ask();
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get("etag") ?? "";
    expect([whole.status, whole.headers.get("accept-ranges"), etag.length > 30]).toEqual([200, "bytes", true]);
    const parts: [string, number, Buffer, string | null][] = [
      ["bytes=0-9", 206, bytes.subarray(0, 10), `bytes 0-9/${bytes.length}`],
      ["bytes=10-", 206, bytes.subarray(10), `bytes 10-${bytes.length - 1}/${bytes.length}`],
      ["bytes=-5", 206, bytes.subarray(-5), `bytes ${bytes.length - 5}-${bytes.length - 1}/${bytes.length}`],
      ["bytes=20-999999", 206, bytes.subarray(20), `bytes 20-${bytes.length - 1}/${bytes.length}`],
      ["bytes=0-1,4-5", 200, bytes, null],
      ["bytes=9-3", 200, bytes, null],
      ["lines=1-2", 200, bytes, null],
    ];
    for (const [range, status, expected, told] of parts) {
      const answer = await ask({ range });
      expect([range, answer.status, answer.headers.get("content-range")]).toEqual([range, status, told]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true);
      expect(answer.headers.get("content-length")).toBe(String(expected.length));
      expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    }
    const outside = await ask({ range: `bytes=${bytes.length}-` });
    expect([outside.status, outside.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
    expect((await ask({ range: "bytes=0-3", "if-range": etag })).status).toBe(206);
    expect((await ask({ range: "bytes=0-3", "if-range": '"another"' })).status).toBe(200);
  });
});
