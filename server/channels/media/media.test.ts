import { createHash } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { shiftClock } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { keyOfUrl, readFile } from "#server/uploads/storage.ts";
import { storeFile, storeImage } from "#server/uploads/storing.ts";
import { simulatedAccount } from "../simulator/accounts.ts";
import type { Faults } from "../simulator/faults.ts";
import type { phoneTypes } from "../simulator/phone-schema.ts";
import { queueCallback } from "../simulator/state.ts";
import { fetchMissing } from "./fetching.ts";

let next = 5491150030000;

const company = await openCompany();
await runPlatform();

type Kind = (typeof phoneTypes)[number];

const png = () =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: "#c81e1e" } })
    .png()
    .toBuffer();
const webp = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: "#1e7ac8" } })
    .webp()
    .toBuffer();
const film = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypisom"),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from("isomiso2"),
  Buffer.alloc(4000, 7),
]);
const frame = Buffer.alloc(104);
frame.set([0xff, 0xfb, 0x10, 0xc4]);
const song = Buffer.concat(Array.from({ length: 20 }, () => frame));
const paper = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(500, 32)]);

/** What lies on the customer's phone before it is sent. */
async function onThePhone(line: Line, kind: Kind): Promise<{ url: string; bytes: Buffer }> {
  if (kind === "image" || kind === "sticker") {
    const { url } = await storeImage(line.actor, kind === "image" ? await png() : await webp());
    return { url, bytes: await bytesAt(url) };
  }
  const bytes = kind === "audio" ? song : kind === "video" ? film : paper;
  return { url: (await storeFile(line.actor, bytes, `${kind}.x`)).url, bytes };
}

async function bytesAt(url: string): Promise<Buffer> {
  const key = keyOfUrl(url);
  const bytes = key ? await readFile(key) : undefined;
  if (!bytes) throw new Error(`not in our own storage: ${url}`);
  return bytes;
}

const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe.each(["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"] as const)("a customer sends a file on %s", (type) => {
  let line: Line;
  beforeAll(async () => {
    line = await Line.open(company, type);
  });

  async function sends(kind: Kind, faults: Partial<Faults> = {}) {
    const peer = String(++next);
    const file = await onThePhone(line, kind);
    await line.faults({ media: "off", ...faults });
    await line.customer(peer, { type: kind, url: file.url, text: kind === "image" ? "Look" : "" });
    await line.settled();
    const id = await line.conversation(peer);
    const read = async () => {
      const found = (await line.messages(id)).find((one) => one.type !== "text/plain" || one.extra?.missing);
      if (!found) throw new Error("the message is lost");
      return found;
    };
    return { peer, id, file, read };
  }

  const later = async (ms: number) => {
    shiftClock(ms);
    try {
      await fetchMissing(line.actor, line.channelId);
    } finally {
      shiftClock(0);
    }
  };

  it.each([
    ["image", "image", "image/png"],
    ["sticker", "image", "image/webp"],
    ["audio", "audio", "audio/mpeg"],
    ["video", "video", "video/mp4"],
    ["document", "file", "application/pdf"],
  ] as const)("%s: kept in our own storage", async (kind, shown, contentType) => {
    const { file, read } = await sends(kind);
    const message = await read();
    expect(message).toMatchObject({ type: shown, fromType: "visitor" });
    expect(message.extra?.missing).toBeUndefined();
    const kept = message.attachments[0]?.image_url ?? "";
    expect(kept).not.toBe(file.url);
    const bytes = await bytesAt(kept);
    if (shown === "image") expect((await sharp(bytes).metadata()).format).toBe(contentType.split("/")[1]);
    else expect(hash(bytes)).toBe(hash(file.bytes));
    const { rows } = await systemPool().query(`select "contentType", "conversationId" from uploads where "key" = $1`, [
      keyOfUrl(kept),
    ]);
    expect(rows).toEqual([{ contentType, conversationId: message.conversationId }]);
  });

  it("a picture's size stands in the message [found U9]", async () => {
    const { read } = await sends("image");
    expect((await read()).attachments).toMatchObject([{ width: 20, height: 10 }]);
  });

  const passing = ["gone", "expired", "broken", ...(type === "WHATSAPP_API" ? (["altered"] as const) : [])] as const;

  it.each(passing)("%s: a placeholder stands there until the file can be fetched", async (media) => {
    const { read } = await sends("image", { media });
    expect(await read()).toMatchObject({ type: "image", text: "Look", attachments: [] });
    expect((await read()).extra?.missing).toEqual(expect.stringMatching(/\w/));
    await later(11_000);
    expect((await read()).attachments).toEqual([]);
    await line.faults({ media: "off" });
    await later(11_000);
    expect((await read()).attachments).toEqual([]);
    await later(90_000);
    const message = await read();
    expect([message.extra?.missing, message.extra?.missingWhy]).toEqual([undefined, undefined]);
    expect(message).toMatchObject({ text: "Look", attachments: [{ text: "Look", width: 20, height: 10 }] });
    await bytesAt(message.attachments[0]?.image_url ?? "");
    await later(10 * 60_000);
    expect((await read()).attachments).toHaveLength(1);
  });

  it("too large: said at once, or once it has come, and never asked for again", async () => {
    const { read } = await sends("document", { media: "large" });
    // So much may take longer than a message waits.
    await later(11_000);
    const extra = { missing: "The file is larger than 100 MB.", missingWhy: { code: "too_large", limit: 100 } };
    expect(await read()).toMatchObject({ type: "file", extra });
    const { rows } = await systemPool().query(
      `select 1 from message_links where "channelId" = $1 and "fetchAt" is not null`,
      [line.channelId],
    );
    expect(rows).toEqual([]);
    await line.faults({ media: "off" });
  });

  it("gives up after a week; what the customer wrote stays", async () => {
    const { read } = await sends("image", { media: "gone" });
    for (let day = 0; day < 14; day += 1) await later(day * 24 * 3_600_000 + 20_000);
    const { rows } = await systemPool().query(
      `select "fetches", "fetchAt" from message_links where "channelId" = $1 and "externalId" = $2`,
      [line.channelId, (await read()).externalId],
    );
    expect(rows[0].fetchAt).toBeNull();
    expect(rows[0].fetches).toBeLessThan(10);
    await line.faults({ media: "off" });
    await later(15 * 24 * 3_600_000);
    expect(await read()).toMatchObject({ text: "Look", attachments: [], extra: { missing: expect.any(String) } });
  });

  it("a message taken back meanwhile stays empty", async () => {
    const { peer, read } = await sends("image", { media: "gone" });
    const target = (await read()).externalId ?? "";
    await line.customer(peer, { type: "delete", target });
    await line.settled();
    await line.faults({ media: "off" });
    await later(11_000);
    expect(await read()).toMatchObject({ text: "", attachments: [], extra: { deleted: true } });
  });

  it("delivered five times, it is fetched once", async () => {
    const { id } = await sends("document", { duplicates: 4 });
    await line.faults({ duplicates: 0 });
    const { rows } = await systemPool().query(`select count(*) as n from uploads where "conversationId" = $1`, [id]);
    expect([await line.messages(id), rows[0].n]).toMatchObject([[{ type: "file" }], 1]);
  });
});

describe("an address that is none of the platform's", () => {
  it.each([
    "http://169.254.169.254/latest/meta-data",
    "https://cdn.example.com/x.png",
    "file:///etc/passwd",
    "https://lookaside.fbsbx.com.example.com/x",
  ])("is not called: %s", async (url) => {
    const line = await Line.open(company, "FACEBOOK");
    const account = simulatedAccount({
      companyId: company.companyId,
      channelId: line.channelId,
      platform: "messenger",
    });
    const peer = String(++next);
    const message = { mid: `m_${peer}`, attachments: [{ type: "image", payload: { url } }] };
    const event = { sender: { id: peer }, recipient: { id: account.id }, timestamp: Date.now(), message };
    await line.within(() => queueCallback(account, event, 0));
    await line.settled();
    const [stored] = await line.messages(await line.conversation(peer));
    expect(stored?.extra?.missing).toBe("The file lies on a host that is not the platform's.");
  });
});
