import { createHash } from "node:crypto";
import { day, minute } from "#server/base/clock.ts";
import { describedFile } from "#server/uploads/access.ts";
import { keyOfUrl, readFile } from "#server/uploads/storage.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { simulatorOrigin } from "./address.ts";
import { type NodeReader, simulatorPart } from "./answering.ts";
import { nextNumber, objectOf, putObject } from "./objects.sql.ts";
import { unknownObject } from "./refusing.ts";
import { faultsOf } from "./state.ts";

/** Media of the simulated Graph API: the bytes lie among the company's uploads. */
export const mediaPart = simulatorPart();

type Media = { key: string; name: string; mimeType: string; sha256: string; size: number };

/** Puts a stored upload behind a media id, as if a customer had sent it. */
export async function addMedia(
  account: SimulatedAccount,
  url: string,
): Promise<{ id: string; url: string; mime_type: string; sha256: string; name: string }> {
  const key = keyOfUrl(url);
  const bytes = key ? await readFile(key) : undefined;
  const own = key ? await describedFile(account.companyId, key) : undefined;
  if (!key || !bytes || !own) throw unknownObject(url);
  const id = `9${account.id.slice(1, 8)}${String(await nextNumber(account, "media")).padStart(8, "0")}`;
  const sha256 = createHash("sha256").update(bytes).digest("base64");
  const { contentType: mimeType, fileName: name } = own;
  const media: Media = { key, name, mimeType, sha256, size: bytes.length };
  await putObject(account, "media", id, media);
  // What stands in a payload lasts longer: pages' customers' files have no id to ask for again.
  return { id, url: addressOf(id, Date.now() + day), mime_type: media.mimeType, sha256, name };
}

const usableMs = 5 * minute;
const large = 101 * 1024 * 1024;

/** Good for five minutes, as the real one. */
const addressOf = (id: string, until: number) =>
  `${simulatorOrigin()}/simulator/graph/v25.0/media/${id}?until=${until}`;

async function readMedia(account: SimulatedAccount, id: string): Promise<object | undefined> {
  const stored = await objectOf<Media>(account, "media", id);
  const { media: fault } = await faultsOf(account);
  if (!stored || fault === "gone") return undefined;
  const { mimeType: mime_type, sha256, size } = stored;
  const until = fault === "expired" ? Date.now() - 1 : Date.now() + usableMs;
  const file_size = String(fault === "large" ? large : size);
  return { messaging_product: "whatsapp", url: addressOf(id, until), mime_type, sha256, file_size, id };
}

export const mediaReaders: readonly NodeReader[] = [readMedia];

mediaPart.get("/media/:id", async (c) => {
  const account = c.get("account");
  const stored = await objectOf<Media>(account, "media", c.req.param("id"));
  const bytes = stored ? await readFile(stored.key) : undefined;
  const { media: fault } = await faultsOf(account);
  const old = fault === "expired" || Number(c.req.query("until")) < Date.now();
  if (!stored || !bytes || old || fault === "gone") return new Response("URL signature expired", { status: 404 });
  if (fault === "broken") return new Response("<html>500</html>", { status: 500 });
  const sent = fault === "large" ? Buffer.alloc(large) : fault === "altered" ? bytes.subarray(0, -1) : bytes;
  return new Response(new Uint8Array(sent), { headers: { "content-type": stored.mimeType } });
});
