import { createHash } from "node:crypto";
import { hour } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import { findUpload, readUpload, type StoredFile } from "#server/uploads/reading.ts";
import type { Connection } from "../connection/connecting.ts";
import { routingId } from "../connection/credentials.ts";
import { GraphError } from "../graph/graph.ts";
import { type Loose, objectIn } from "../inbound/lossless.ts";

/** How a platform takes files, and how its messages name them afterwards. */
export type Uploader = {
  /** Formats of images the platform shows; others are sent as JPEG. */
  images: readonly string[];
  /** Key of the reference in a message, beside or in place of an address. */
  reference: "id" | "attachment_id";
  upload: (connection: Connection, file: StoredFile) => Promise<string>;
};

/** The platforms keep what was uploaded for 30 days; a bot sends the same picture again and again. */
const keptMs = 12 * hour;
const keptMost = 2000;
const kept = new Map<string, { until: number; reference: Promise<string | undefined> }>();

/** What one number has uploaded is unknown to another. */
const numberOf = ({ channelId, credentials }: Connection) => `${channelId} ${routingId(credentials)}`;

/** What is being handed over, or was, under this key; a failure is forgotten. */
function once(key: string, work: () => Promise<string | undefined>): Promise<string | undefined> {
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.reference;
  if (kept.size >= keptMost) kept.clear();
  const reference = work();
  kept.set(key, { until: Date.now() + keptMs, reference });
  reference.then(
    (found) => found ?? kept.delete(key),
    () => kept.delete(key),
  );
  return reference;
}

/** A refusal leaves the address standing; a passing problem is one of the whole message, which has not left yet. */
async function handOver(connection: Connection, uploader: Uploader, file: StoredFile): Promise<string | undefined> {
  try {
    return await uploader.upload(connection, file);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { code, action, details, message } = error;
    if (action === "unknown") throw new GraphError({ code, details, message, action: "retry", cause: error });
    if (action !== "fail") throw error;
    log.info({ code, channelId: connection.channelId }, "the platform did not take a file; its address is sent");
    return undefined;
  }
}

/** Each conversation has its own copy of a file that is sent to many: the platform gets it once, by what is in it. */
function referenceOf(connection: Connection, uploader: Uploader, url: string): Promise<string | undefined> {
  return once(`${numberOf(connection)} ${url}`, async () => {
    const { upload } = await findUpload.execute(systemActor(connection.companyId), { url });
    const file = upload && (await readUpload(upload, uploader.images));
    if (!file) return undefined;
    // A picture is shown without its name.
    const name = file.contentType.startsWith("image/") ? "" : file.fileName;
    const digest = createHash("sha256").update(`${file.contentType}\n${name}\n`).update(file.bytes).digest("hex");
    return once(`${numberOf(connection)} ${digest}`, () => handOver(connection, uploader, file));
  });
}

async function rewritten(value: unknown, replace: (node: Loose) => Promise<Loose>): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => rewritten(one, replace)));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(await replace(objectIn(value)));
  return Object.fromEntries(await Promise.all(entries.map(async ([key, one]) => [key, await rewritten(one, replace)])));
}

/**
 * The body of a send with our own files handed to the platform first: Meta cannot fetch them from a host that is not
 * public, and need not where it is.
 */
export async function withUploads(
  connection: Connection,
  uploader: Uploader,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const address = uploader.reference === "id" ? "link" : "url";
  const replace = async (node: Loose): Promise<Loose> => {
    const { [address]: url, ...rest } = node;
    if (typeof url !== "string") return node;
    const reference = await referenceOf(connection, uploader, url);
    return reference ? { ...rest, [uploader.reference]: reference } : node;
  };
  return objectIn(await rewritten(body, replace));
}

/** A multipart body as the Graph API takes files. */
export async function multipart(
  fields: Readonly<Record<string, string>>,
  name: string,
  file: StoredFile,
): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(name, new Blob([new Uint8Array(file.bytes)], { type: file.contentType }), file.fileName);
  const encoded = new Response(form);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  return { bytes, headers: { "content-type": encoded.headers.get("content-type") ?? "" } };
}
