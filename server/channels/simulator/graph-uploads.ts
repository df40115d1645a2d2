import { createHash } from "node:crypto";
import { systemActor } from "#server/core/actor.ts";
import { storeFile, storeIfImage } from "#server/uploads/storing.ts";
import { objectIn, parseLossless, textIn } from "../inbound/lossless.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { bodyOf, type NodeReader, requireOwn, simulatorPart } from "./answering.ts";
import { addMedia } from "./graph-media.ts";
import { nextNumber, objectOf, putObject } from "./objects.sql.ts";
import { invalidParameter, SimulatedError } from "./refusing.ts";
import { faultsOf } from "./state.ts";

/** Files the business hands to the simulated platform: media of messages, attachments of pages, samples of templates. */
export const uploadsPart = simulatorPart();

const megabyte = 1024 * 1024;
/** Documents come as any type, as long as it is none of a picture, film or sound. */
const document = 100 * megabyte;
const limits: Record<string, number> = {
  "image/jpeg": 5 * megabyte,
  "image/png": 5 * megabyte,
  "image/webp": megabyte / 2,
  "video/mp4": 16 * megabyte,
  "video/3gpp": 16 * megabyte,
  "audio/aac": 16 * megabyte,
  "audio/amr": 16 * megabyte,
  "audio/mpeg": 16 * megabyte,
  "audio/mp4": 16 * megabyte,
  "audio/ogg": 16 * megabyte,
  "application/pdf": document,
};

const limitOf = (type: string): number | undefined =>
  limits[type] ?? (/^(image|video|audio)\//.test(type) ? undefined : document);

async function keep(account: SimulatedAccount, file: File): Promise<string> {
  if ((await faultsOf(account)).media === "broken") throw new SimulatedError(131016, "Service unavailable");
  const bytes = Buffer.from(await file.arrayBuffer());
  const actor = systemActor(account.companyId);
  const image = file.type.startsWith("image/") ? await storeIfImage(actor, bytes) : undefined;
  if (file.type.startsWith("image/") && !image) throw invalidParameter("The file is not an image.");
  const { url } = image ?? (await storeFile(actor, bytes, file.name));
  return (await addMedia(account, url)).id;
}

uploadsPart.post("/:id/media", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), account.platform === "whatsapp" ? [account.id] : []);
  const { file, type, messaging_product: product } = await bodyOf(c);
  if (product !== "whatsapp") throw invalidParameter("messaging_product must be whatsapp");
  if (!(file instanceof File)) throw invalidParameter("file is required");
  const most = limitOf((textIn(type) || file.type).split(";")[0] ?? "");
  if (most === undefined)
    throw invalidParameter(`Param file must be a file with one of the supported types, not ${file.type}`);
  if (file.size === 0 || file.size > most) throw invalidParameter("Media file size is too big");
  return c.json({ id: await keep(account, file) });
});

const pageTypes = ["image", "audio", "video", "file"];

uploadsPart.post("/:id/message_attachments", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), account.platform === "whatsapp" ? [] : [account.id, "me"]);
  const { filedata, message } = await bodyOf(c);
  const attachment = objectIn(objectIn(parseLossless(textIn(message) || "{}")).attachment);
  if (!pageTypes.includes(textIn(attachment.type))) throw invalidParameter("attachment.type");
  if (!(filedata instanceof File)) throw invalidParameter("filedata is required");
  const most = (attachment.type === "image" ? 8 : 25) * megabyte;
  if (filedata.size === 0 || filedata.size > most) throw invalidParameter("Upload attachment failure", 2018047);
  return c.json({ attachment_id: await keep(account, filedata) });
});

type Session = { name: string; type: string; length: number };

/** Samples of templates come in two steps, below the app. */
uploadsPart.post("/:id/uploads", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), [account.appId, "app"]);
  const { file_name: name = "", file_type: type = "", file_length: length = "" } = c.req.query();
  if (!(type in limits) || !(Number(length) > 0)) throw invalidParameter("file_type and file_length are required");
  const id = `upload:${Buffer.from(`${account.appId}:${await nextNumber(account, "uploads")}`).toString("base64url")}`;
  const session: Session = { name, type, length: Number(length) };
  await putObject(account, "uploads", id, session);
  return c.json({ id });
});

uploadsPart.post("/:session{upload:[\\w-]+}", async (c) => {
  const account = c.get("account");
  const session = await objectOf<Session>(account, "uploads", c.req.param("session"));
  if (!session || c.req.header("file_offset") !== "0") throw invalidParameter("There is no such upload session.");
  const bytes = Buffer.from(await c.req.arrayBuffer());
  if (bytes.length !== session.length)
    throw invalidParameter("The file does not have the length it was announced with.");
  const media = await keep(account, new File([new Uint8Array(bytes)], session.name, { type: session.type }));
  const h = `4::${Buffer.from(session.type).toString("base64")}:${createHash("sha256").update(bytes).digest("base64url")}`;
  await putObject(account, "handles", h, { media, type: session.type });
  return c.json({ h });
});

/** `GET /app`: the app of the token. */
const readApp: NodeReader = async (account, id) =>
  id === "app" || id === account.appId ? { id: account.appId, name: "Parley (simulated)" } : undefined;

export const uploadReaders: readonly NodeReader[] = [readApp];

/** Whether a sample is one that was uploaded. */
export async function isHandle(account: SimulatedAccount, handle: string): Promise<boolean> {
  return (await objectOf(account, "handles", handle)) !== undefined;
}
