import { createHash } from "node:crypto";
import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Attachment, MessageExtra } from "#server/messages/schema.ts";
import { mostBytes, plainName } from "#server/uploads/choices.ts";
import { maxImageBytes } from "#server/uploads/imaging.ts";
import { storeFile, storeIfImage } from "#server/uploads/storing.ts";
import type { Connection } from "../connection/connecting.ts";
import { connectorFor } from "../connectors.ts";
import { GraphError, graphRequest } from "../graph/graph.ts";
import { callPlatform } from "../graph/transport.ts";
import type { InboundContent, MediaRef } from "../inbound/items.ts";
import { textIn } from "../inbound/lossless.ts";
import { mostFiles } from "../inbound/schema.ts";
import { simulatorOrigin } from "../simulator/address.ts";
import { isLasting, MissingFile, missingOf, notGiven, notYet, tooLarge } from "./missing-file.ts";
import { leftUntil, noteSlow } from "./patience.ts";
import { takeRoom } from "./room.ts";

const megabyte = 1024 * 1024;
const askingMs = 15 * second;
/** Whatever a platform says that it takes of a kind, visitors may send this much of it. */
const leastBytes = 25 * megabyte;

/** The most bytes of a visitor's file of this kind. */
function limitOf({ platform }: Connection, type: MediaRef["type"]): number {
  if (type === "any") return leastBytes;
  const { bytes } = connectorFor(platform).capabilities.files[type];
  return Math.max(bytes, type === "file" ? mostBytes : leastBytes);
}

/** 20 s, and a second more for each megabyte. */
const timeoutFor = (bytes: number) => 20 * second + Math.ceil(bytes / megabyte) * second;

/**
 * Besides the hosts in the settings, only Meta's own hosts are asked for files; only the first of these gets the token.
 */
const tokenHosts = /^(lookaside\.fbsbx\.com|graph\.(facebook|instagram)\.com)$/;
const hosts = /(^|\.)(fbsbx\.com|fbcdn\.net|cdninstagram\.com|facebook\.com|instagram\.com|whatsapp\.net)$/;

/** `leave` gives back the room that its bytes take in memory. */
type Fetched = { bytes: Buffer; fileName: string; leave: () => void };

/** `limit`: the most bytes it may have; `size`: as many as it has, or `limit`. */
type Place = { address: string; size: number; limit: number };

/** Where the file is: asked for by id (good for five minutes), else as the payload has it. */
async function placeOf(connection: Connection, media: MediaRef, until: number): Promise<Place> {
  const limit = limitOf(connection, media.type);
  if (connection.platform !== "whatsapp" || !media.id) return { address: media.url, size: limit, limit };
  try {
    const path = `/${encodeURIComponent(media.id)}`;
    const timeoutMs = Math.min(askingMs, leftUntil(until));
    const answer = await graphRequest(connection, { method: "GET", path, timeoutMs });
    const size = Number(textIn(answer.file_size)) || limit;
    if (size > limit) throw tooLarge(limit);
    return { address: textIn(answer.url), size, limit };
  } catch (error) {
    if (!(error instanceof GraphError) || error.code !== 100) throw error;
    throw new MissingFile("gone", "The platform does not have the file.");
  }
}

/** Where this installation is set to reach Meta: a stand-in for its API serves the files too. */
function settledOrigins(): ReadonlySet<string> {
  return new Set([new URL(env.meta.graphUrl).origin, new URL(env.meta.instagramUrl).origin]);
}

/** Whether a file may be fetched from an address, and whether the token is sent. Redirects are checked again. */
export function accessTo(
  connection: Pick<Connection, "sandbox" | "platform">,
  url: URL,
): "with token" | "plain" | undefined {
  if (connection.sandbox && url.origin === simulatorOrigin()) return "with token";
  if (!connection.sandbox && settledOrigins().has(url.origin)) {
    return connection.platform === "whatsapp" ? "with token" : "plain";
  }
  if (url.protocol !== "https:") return undefined;
  if (connection.platform === "whatsapp" && tokenHosts.test(url.hostname)) return "with token";
  return hosts.test(url.hostname) ? "plain" : undefined;
}

async function download(connection: Connection, place: Place, until: number, hops = 2): Promise<Buffer> {
  const { address, size, limit } = place;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const how = url && accessTo(connection, url);
  if (!url || !how) throw new MissingFile("elsewhere", "The file lies on a host that is not the platform's.", true);
  const token = connection.credentials.accessToken;
  const answer = await callPlatform({
    url: url.href,
    method: "GET",
    headers: { "user-agent": "Parley", ...(how === "with token" ? { authorization: `Bearer ${token}` } : {}) },
    timeoutMs: Math.min(timeoutFor(size), leftUntil(until)),
    maxBytes: limit,
    pool: `media:${connection.companyId}`,
  });
  const { location } = answer.headers;
  if (answer.statusCode >= 300 && answer.statusCode < 400 && location && hops > 0) {
    return download(connection, { ...place, address: new URL(location, url).href }, until, hops - 1);
  }
  if (answer.statusCode !== 200) throw notGiven(answer.statusCode);
  if (answer.truncated) throw tooLarge(limit);
  return answer.body;
}

/** The checksum comes as base64, in some payloads as hex. */
function checksumFits(bytes: Buffer, checksum: string): boolean {
  if (checksum === "") return true;
  const digest = createHash("sha256").update(bytes).digest();
  return checksum === digest.toString("base64") || checksum.toLowerCase() === digest.toString("hex");
}

async function fetchOne(connection: Connection, media: MediaRef, until: number): Promise<Fetched> {
  if (leftUntil(until) === 0) throw notYet();
  const place = await placeOf(connection, media, until);
  const leave = await takeRoom(place.size, leftUntil(until));
  if (!leave) throw notYet();
  try {
    const bytes = await download(connection, place, until);
    if (bytes.length === 0) throw new MissingFile("damaged", "The file is empty.");
    if (!checksumFits(bytes, media.sha256))
      throw new MissingFile("damaged", "The file does not have the checksum it should have.");
    return { bytes, fileName: media.fileName, leave };
  } catch (error) {
    leave();
    throw error;
  }
}

async function fetchTwice(connection: Connection, media: MediaRef, until: number): Promise<Fetched> {
  try {
    return await fetchOne(connection, media, until);
  } catch (error) {
    if (error instanceof MissingFile) throw error;
    return fetchOne(connection, media, until);
  }
}

export type StoredContent = {
  type: InboundContent["type"];
  text: string;
  attachments: Attachment[];
  extra: MessageExtra;
};

type StoredFile = {
  attachment: StoredContent["attachments"][number];
  type: "image" | "audio" | "video" | "file";
  file?: NonNullable<MessageExtra["files"]>[number];
};

function typeOf(said: MediaRef["type"], contentType: string): StoredFile["type"] {
  if (said !== "image" && said !== "any") return said;
  const [kind] = contentType.split("/");
  return kind === "video" || kind === "audio" ? kind : "file";
}

async function store(
  actor: Actor,
  said: MediaRef["type"],
  text: string,
  { bytes, fileName }: Pick<Fetched, "bytes" | "fileName">,
): Promise<StoredFile> {
  if ((said === "image" || said === "any") && bytes.length <= maxImageBytes) {
    const image = await storeIfImage(actor, bytes);
    if (image) return { attachment: { title: "", text, image_url: image.url }, type: "image" };
  }
  const { url, contentType, size } = await storeFile(actor, bytes, fileName);
  const name = plainName(fileName) || url.slice(url.lastIndexOf("/") + 1);
  const file = { name, contentType, size, url };
  return { attachment: { title: name, text: contentType, image_url: url }, type: typeOf(said, contentType), file };
}

/** What is shared from the platform's own pages is a link to read there, no file. */
const pages = /(^|\.)(facebook|instagram)\.com$/;

function isPage({ type, url }: MediaRef): boolean {
  return type === "any" && (!URL.canParse(url) || pages.test(new URL(url).hostname));
}

/** A page instead of a file: what is shared stays a link. */
function isMarkup(bytes: Buffer): boolean {
  return /^\s*<(!doctype|html)/i.test(bytes.subarray(0, 200).toString("latin1"));
}

/** `missing`: what may still be fetched later, from the same address or by the same id. */
export type KeptContent = StoredContent & { missing: MediaRef[]; places: number[] };

/** The message's files in their order. Its type is that of the first, but words stay words. */
async function keepFiles(
  actor: Actor,
  connection: Connection | undefined,
  { type, text, details = {} }: InboundContent,
  all: readonly MediaRef[],
  until: number,
): Promise<KeptContent> {
  const kept: KeptContent = { type, text, attachments: [], extra: { ...details }, missing: [], places: [] };
  for (const [index, media] of all.slice(0, mostFiles).entries()) {
    if (isPage(media)) continue;
    const place = media.place ?? index;
    let fetched: Fetched | undefined;
    try {
      if (!connection) throw new MissingFile("not_connected", "The channel is not connected.");
      fetched = await fetchTwice(connection, media, until);
      if (media.type === "any" && isMarkup(fetched.bytes)) continue;
      const stored = await store(actor, media.type, text, fetched);
      if (kept.attachments.length === 0 && type !== "text/plain") kept.type = stored.type;
      kept.attachments.push(stored.attachment);
      kept.places.push(place);
      if (stored.file) kept.extra.files = [...(kept.extra.files ?? []), stored.file];
    } catch (error) {
      if (media.type === "any" && error instanceof MissingFile && error.lasting) continue;
      const late = leftUntil(until) === 0 && !isLasting(error);
      if (late && connection) noteSlow(connection.channelId);
      else log.info({ error, channelId: connection?.channelId }, "a visitor's file could not be fetched");
      Object.assign(kept.extra, missingOf(late ? notYet() : error));
      if (!isLasting(error)) kept.missing.push({ ...media, place });
    } finally {
      fetched?.leave();
    }
  }
  if (all.length > mostFiles) {
    const words = `Only the first ${mostFiles} of ${all.length} files are kept.`;
    Object.assign(kept.extra, missingOf(new MissingFile({ code: "too_many", limit: mostFiles }, words, true)));
  }
  return kept.attachments.length > 0 || kept.extra.missing || type === "text/plain" ? kept : linkOnly(kept);
}

/** Not a file at all: text and a link. */
function linkOnly(kept: KeptContent): KeptContent {
  const { about } = kept.extra;
  const words = kept.text || [about?.title, about?.url].filter(Boolean).join("\n");
  return words ? { ...kept, type: "text/plain", text: words } : { ...kept, type: "unsupported" };
}

/**
 * The visitor's content with its files in our own storage: the platform keeps them for minutes or days only. A file
 * that cannot be fetched, or not until then, leaves a message that says so.
 */
export async function keepContent(
  actor: Actor,
  connection: Connection | undefined,
  content: InboundContent,
  until = Number.POSITIVE_INFINITY,
): Promise<KeptContent> {
  const { details = {} } = content;
  const plain = { text: content.text, attachments: [], extra: { ...details }, missing: [], places: [] };
  if (content.type === "text/plain" && !content.media) return { ...plain, type: content.type };
  if (content.type === "unsupported")
    return { ...plain, type: content.type, extra: { ...details, what: content.what } };
  if (content.type === "location") {
    const { latitude, longitude, name, address } = content.place;
    const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`;
    const attachments = [{ title: name || content.text, text: address, image_url: map }];
    return { ...plain, type: content.type, attachments, extra: { ...details, place: content.place } };
  }
  return keepFiles(actor, connection, content, content.media ?? [], until);
}

/** An ad's picture in our own storage; `image` is empty where there is none. */
export async function keepPicture(
  actor: Actor,
  connection: Connection | undefined,
  picture: MediaRef,
  until?: number,
): Promise<{ image: string; missing: MediaRef[] }> {
  const kept = await keepContent(actor, connection, { type: "image", text: "", media: [picture] }, until);
  const image = kept.type === "image" ? (kept.attachments[0]?.image_url ?? "") : "";
  return { image, missing: kept.missing };
}
