import { createHmac } from "node:crypto";
import sharp from "sharp";
import { beforeAll, expect, it, vi } from "vitest";
import { openCompany } from "#server/testing/fixture.ts";

const meta = await vi.hoisted(async () => (await import("#server/testing/meta.ts")).openMeta());

import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { connectChannel } from "../connection/checking.ts";
import { createChannel } from "../creating.ts";
import { processInbound } from "../inbound/processing.ts";
import { accessTo } from "./media.ts";

let channelId: string;
const megabytes = (count: number) => count * 1024 * 1024;

const company = await openCompany();

beforeAll(async () => {
  const number = { id: "9001", display_phone_number: "+1 555 0100", status: "CONNECTED" };
  meta.grant("media token", {
    "9001": number,
    "9901/phone_numbers": { data: [number] },
    "77": { id: "77", url: `${meta.origin}/files/77`, mime_type: "image/png" },
    "79": { id: "79", url: `${meta.origin}/files/79`, mime_type: "application/pdf", file_size: String(megabytes(30)) },
    "80": { id: "80", url: `${meta.origin}/files/80`, mime_type: "application/pdf", file_size: String(megabytes(101)) },
    "78": { id: "78", url: "http://127.0.0.1:9/files/78", mime_type: "image/png" },
  });
  const png = sharp({ create: { width: 20, height: 10, channels: 3, background: "#c81e1e" } }).png();
  const bytes = await png.toBuffer();
  const files: Record<string, Buffer> = { "/files/77": bytes, "/files/79": Buffer.alloc(megabytes(30), "%PDF-1.7 ") };
  meta.speak = ({ path, token }) => {
    const body = files[path];
    return body && { status: token === "media token" ? 200 : 401, body };
  };
  channelId = (await createChannel.execute(company.admin, { type: "WHATSAPP_API", label: "Number" })).id;
  const credentials = { phoneNumberId: "9001", wabaId: "9901", accessToken: "media token" };
  await connectChannel.execute(company.admin, { channelId, credentials });
});

/** Delivers a file with this id; returns how many files its message has in the end. */
async function received(mediaId: string, type = "image"): Promise<number> {
  const media = { [type]: { id: mediaId, mime_type: type === "image" ? "image/png" : "application/pdf" } };
  const value = {
    messaging_product: "whatsapp",
    metadata: { phone_number_id: "9001" },
    messages: [{ from: "5491160000001", id: `wamid.${mediaId}`, timestamp: "1749416383", type, ...media }],
  };
  const body = JSON.stringify({ entry: [{ id: "9901", changes: [{ field: "messages", value }] }] });
  const signature = createHmac("sha256", "the app of this installation").update(body).digest("hex");
  const headers = { "x-hub-signature-256": `sha256=${signature}` };
  await app.request("/hooks/whatsapp", { method: "POST", body, headers });
  await processInbound(systemActor(company.companyId), channelId);
  const { rows } = await systemPool().query<{ attachments: unknown[] }>(
    `select m."attachments" from message_links l join messages m on m."id" = l."messageId"
     where l."channelId" = $1 and l."externalId" = $2`,
    [channelId, `wamid.${mediaId}`],
  );
  return rows[0]?.attachments.length ?? -1;
}

it("files come from where the settings say Meta is, and from no other place that is named [found C14]", async () => {
  expect(await received("77")).toBe(1);
  expect(await received("78")).toBe(0);
  const allowed = (address: string, platform: "whatsapp" | "messenger" = "whatsapp", sandbox = false) =>
    accessTo({ platform, sandbox }, new URL(address));
  expect(allowed(`${meta.origin}/a`)).toBe("with token");
  expect(allowed(`${meta.origin}/a`, "messenger")).toBe("plain");
  expect(allowed(`${meta.origin}/a`, "whatsapp", true)).toBeUndefined();
  expect(allowed("http://127.0.0.1:9/a")).toBeUndefined();
  expect(allowed(`https://${new URL(meta.origin).host}/a`)).toBeUndefined();
  expect(allowed("https://lookaside.fbsbx.com/a")).toBe("with token");
});

it("documents may have 100 MB, as the platform lets customers send them (channels.md 2.2)", async () => {
  expect(await received("79", "document")).toBe(1);
  expect(await received("80", "document")).toBe(0);
});
