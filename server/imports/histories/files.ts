import { second } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { type ZipEntry, ZipFault } from "#server/base/zip.ts";
import type { Actor } from "#server/core/actor.ts";
import { outbound } from "#server/outbound/sending.ts";
import { plainName } from "#server/uploads/choices.ts";
import { maxImageBytes } from "#server/uploads/imaging.ts";
import { storeFile, storeIfImage } from "#server/uploads/storing.ts";
import { waitsForMs } from "#server/uploads/sweeping.ts";
import type { PastLine, StoredLine } from "./schema.ts";

const maxBytes = 25 * 1024 * 1024;
const timeoutMs = 30 * second;
const mostFiles = 10;
const mostHops = 3;

class MissingFile extends Error {}

/** Files that came with the export, by the names that it gives them. */
export type Archive = ReadonlyMap<string, ZipEntry>;

function unpacked(archive: Archive, name: string): Buffer {
  const entry = archive.get(name);
  if (!entry) throw new MissingFile("The export does not hold this file.");
  try {
    return entry.read(maxBytes);
  } catch (error) {
    throw error instanceof ZipFault ? new MissingFile(error.message) : error;
  }
}

/** Without the access token: files lie in a storage that their addresses open. */
async function download(url: string, hops = mostHops): Promise<Buffer> {
  const answer = await outbound({ url, method: "GET", headers: { "user-agent": "Parley" }, timeoutMs, maxBytes });
  const { location } = answer.headers;
  if (answer.statusCode >= 300 && answer.statusCode < 400 && location && hops > 0)
    return download(new URL(location, url).href, hops - 1);
  if (answer.statusCode !== 200) throw new MissingFile(`The file's host answered ${answer.statusCode}.`);
  if (answer.truncated) throw new MissingFile("The file is larger than 25 MB.");
  if (answer.body.length === 0) throw new MissingFile("The file is empty.");
  return answer.body;
}

async function fetched(url: string): Promise<Buffer> {
  try {
    return await download(url);
  } catch (error) {
    if (error instanceof MissingFile) throw error;
    return download(url);
  }
}

type Kept = Pick<StoredLine, "type" | "attachments" | "kept" | "missing">;

async function keep(actor: Actor, bytes: Buffer, file: { name: string; text: string }, line: Kept) {
  const { name, text } = { ...file, name: plainName(file.name) };
  // What no message takes, of a conversation that is skipped, goes again.
  const until = new Date(Date.now() + waitsForMs);
  const image = bytes.length <= maxImageBytes ? await storeIfImage(actor, bytes, until) : undefined;
  if (image) {
    if (line.attachments.length === 0) line.type = "image";
    line.attachments.push({ title: "", text, image_url: image.url });
    return;
  }
  const { url: own, contentType, size } = await storeFile(actor, bytes, name, until);
  const [kind] = contentType.split("/");
  if (line.attachments.length === 0) line.type = kind === "audio" || kind === "video" ? kind : "file";
  line.attachments.push({ title: name, text: contentType, image_url: own });
  line.kept.push({ name, contentType, size, url: own });
}

/** The line with its files in our own storage. One that cannot be fetched is told in its place. */
export async function withFiles(actor: Actor, line: PastLine, archive: Archive): Promise<StoredLine> {
  const kept: Kept = { type: "text/plain", attachments: [], kept: [], missing: "" };
  if (line.place) {
    const { latitude, longitude, name } = line.place;
    const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`;
    return { ...line, ...kept, type: "location", attachments: [{ title: name, text: "", image_url: map }] };
  }
  for (const file of line.files.slice(0, mostFiles)) {
    try {
      const bytes = file.url === "" ? unpacked(archive, file.name) : await fetched(file.url);
      await keep(actor, bytes, { name: file.name, text: line.text }, kept);
    } catch (error) {
      log.info({ error }, "a file of an imported message could not be fetched");
      const why = error instanceof Error ? error.message : "The file could not be fetched.";
      kept.missing = `${file.name ? `${file.name}: ` : ""}${why}`.slice(0, 500);
    }
  }
  return { ...line, ...kept };
}
