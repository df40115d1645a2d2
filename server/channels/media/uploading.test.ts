import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { reply } from "#server/messages/sending.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { deliverWaiting } from "#server/templates/delivering.ts";
import { readTemplate } from "#server/templates/listing.ts";
import { submitWaiting } from "#server/templates/platform/syncing.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { freshCompany, type TestCompany } from "#server/testing/company.ts";
import { Line, openPlatform } from "#server/testing/platform.ts";
import { keyOfUrl, readFile } from "#server/uploads/storage.ts";
import { storeImage } from "#server/uploads/storing.ts";
import { simulatorThread } from "../simulator/operations.ts";

let company: TestCompany;
let other: TestCompany;
let platform: Awaited<ReturnType<typeof openPlatform>>;
let next = 5491150041100;

beforeAll(async () => {
  company = await freshCompany();
  other = await freshCompany("Other");
  platform = await openPlatform();
});
afterAll(async () => {
  await platform.close();
  await company.close();
  await other.close();
});

async function picture(of: TestCompany, format: "png" | "webp" | "gif", red = 200): Promise<string> {
  const image = sharp({
    create: { width: 24, height: 24, channels: 4, background: { r: red, g: 9, b: 9, alpha: 0.5 } },
  });
  return (await storeImage(of.admin, await image.toFormat(format).toBuffer())).url;
}

async function talk(line: Line) {
  const peer = String(++next);
  await line.customer(peer);
  await line.settled();
  return { peer, id: await line.conversation(peer) };
}

const send = (of: TestCompany, conversationId: string, url: string, body = "Look") =>
  reply.execute(of.admin, { conversationId, type: "image", message: { url, caption: body } });

/** The picture as the platform has it. */
async function shown(line: Line, peer: string): Promise<{ format: string | undefined; body: string }[]> {
  const { messages } = await simulatorThread.execute(company.admin, { channelId: line.channelId, peer });
  return Promise.all(
    messages
      .filter(({ direction, media }) => direction === "out" && media !== "")
      .map(async ({ media, body }) => {
        const bytes = await readFile(keyOfUrl(media) ?? "");
        return { format: bytes && (await sharp(bytes).metadata()).format, body: JSON.stringify(body) };
      }),
  );
}

const count = async (line: Line) =>
  (
    await systemPool().query(
      `select count(*) as n from simulator_objects where "channelId" = $1 and "kind" = 'media'`,
      [line.channelId],
    )
  ).rows[0].n;

describe.each([
  ["WHATSAPP_API", "jpeg"],
  ["FACEBOOK", "gif"],
  ["INSTAGRAM", "jpeg"],
] as const)("an agent's image on %s", (type, gifAs) => {
  let line: Line;
  beforeAll(async () => {
    line = await Line.open(company, type);
  });

  it("is handed to the platform, not fetched from us, in a format that it shows", async () => {
    const { peer, id } = await talk(line);
    const url = await picture(company, "webp", 10);
    await send(company, id, url);
    await line.drain(id);
    const [first] = await shown(line, peer);
    expect(first?.format).toBe("jpeg");
    expect(first?.body).not.toContain("/uploads/");
    expect(first?.body).not.toContain("http");
    await line.settled();
    expect((await line.messages(id)).at(-1)).toMatchObject({ status: "read", attachments: [{ image_url: url }] });
    expect(await line.messages(id)).toHaveLength(2);
    await send(company, id, await picture(company, "gif", 20));
    await line.drain(id);
    expect((await shown(line, peer)).at(-1)?.format).toBe(gifAs);
  });

  it("sent to many, it is uploaded once", async () => {
    const url = await picture(company, "png", 30);
    const before = await count(line);
    for (const { id } of [await talk(line), await talk(line), await talk(line)]) {
      await send(company, id, url);
      await line.drain(id);
    }
    expect((await count(line)) - before).toBe(1);
  });

  it("that lies elsewhere, or belongs to another company, stays an address", async () => {
    const before = await count(line);
    for (const url of ["https://cdn.example.com/a.png", await picture(other, "png")]) {
      const { peer, id } = await talk(line);
      await send(company, id, url);
      await line.drain(id);
      expect(JSON.stringify(await line.phone(peer))).toContain(url);
    }
    expect(await count(line)).toBe(before);
  });

  it("waits where the platform has a passing problem, and is sent once", async () => {
    const { peer, id } = await talk(line);
    await line.faults({ tokenRevoked: false, errorRate: 0, media: "broken" });
    await send(company, id, await picture(company, "png", 40));
    expect(await line.drain(id)).toBeGreaterThan(500);
    expect(await line.phone(peer)).toEqual([]);
    await line.faults({ media: "off" });
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await line.drain(id)).toBeNull();
    expect(await shown(line, peer)).toHaveLength(1);
  });
});

describe("the sample of a template's header", () => {
  it("is uploaded before the template is submitted, and sends use the file by its id", async () => {
    const line = await Line.open(company);
    const url = await picture(company, "webp", 50);
    const made = await createTemplate.execute(company.admin, {
      channelId: line.channelId,
      name: "with_picture",
      language: "en",
      category: "UTILITY",
      components: [
        { type: "HEADER", format: "IMAGE", example: { header_handle: [url] } },
        { type: "BODY", text: "Your order has left." },
      ],
    });
    await submitWaiting(line.actor);
    await line.settled();
    expect((await readTemplate.execute(company.admin, { templateId: made.id })).status).toBe("APPROVED");
    const { rows } = await systemPool().query(
      `select "data" from simulator_objects where "channelId" = $1 and "kind" = 'template'`,
      [line.channelId],
    );
    expect(JSON.stringify(rows[0].data)).toMatch(/"header_handle": ?\["4::/);
    const { peer, id } = await talk(line);
    await sendTemplate.execute(company.admin, { conversationId: id, templateId: made.id, variables: {} });
    await deliverWaiting(line.actor);
    const [sent] = await line.phone(peer);
    expect(JSON.stringify(sent?.body)).toMatch(/"image": ?\{"id": ?"\d+"\}/);
    expect(await shown(line, peer)).toMatchObject([{ format: "jpeg" }]);
  });
});
