import { createHash } from "node:crypto";
import { row, sql } from "#server/db/sql.ts";
import { keyOfUrl, readFile } from "#server/uploads/storage.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { simulatorOrigin } from "./address.ts";
import { type NodeReader, simulatorPart } from "./answering.ts";
import { unknownObject } from "./refusing.ts";
import { nextNumber, objectOf, putObject } from "./state.ts";

/** Media of the simulated Graph API: the bytes lie among the company's uploads. */
export const mediaPart = simulatorPart();

type Media = { key: string; mimeType: string; sha256: string; size: number };

/** Puts a stored upload behind a media id, as if a customer had sent it. */
export async function addMedia(
  account: SimulatedAccount,
  url: string,
): Promise<{ id: string; url: string; mime_type: string; sha256: string }> {
  const key = keyOfUrl(url);
  const bytes = key ? await readFile(key) : undefined;
  const own = key
    ? await row(sql`select 1 from uploads where "companyId" = ${account.companyId} and "key" = ${key}`)
    : undefined;
  if (!key || !bytes || !own) throw unknownObject(url);
  const found = await row<{ contentType: string }>(sql`
    select "contentType" from uploads where "companyId" = ${account.companyId} and "key" = ${key}`);
  const id = `9${account.id.slice(1, 8)}${String(await nextNumber(account, "media")).padStart(8, "0")}`;
  const sha256 = createHash("sha256").update(bytes).digest("base64");
  const media: Media = { key, mimeType: found?.contentType ?? "", sha256, size: bytes.length };
  await putObject(account, "media", id, media);
  return { id, url: addressOf(id), mime_type: media.mimeType, sha256 };
}

const addressOf = (id: string) => `${simulatorOrigin()}/simulator/graph/v25.0/media/${id}`;

async function readMedia(account: SimulatedAccount, id: string): Promise<object | undefined> {
  const media = await objectOf<Media>(account, "media", id);
  if (!media) return undefined;
  const { mimeType: mime_type, sha256, size } = media;
  return { messaging_product: "whatsapp", url: addressOf(id), mime_type, sha256, file_size: String(size), id };
}

export const mediaReaders: readonly NodeReader[] = [readMedia];

mediaPart.get("/media/:id", async (c) => {
  const media = await objectOf<Media>(c.get("account"), "media", c.req.param("id"));
  const bytes = media ? await readFile(media.key) : undefined;
  if (!media || !bytes) throw unknownObject(c.req.param("id"));
  return new Response(new Uint8Array(bytes), { headers: { "content-type": media.mimeType } });
});
