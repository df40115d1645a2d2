import type { Context } from "hono";
import { AppError } from "#server/base/errors.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { parseExactJson } from "./exact-json.ts";
import { type Room, withRoom } from "./room.ts";

const maxBodyBytes = 1024 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a JSON body, "" where there is none: in UTF-8, and refused over 1 MB also when it names no length. */
export async function readBody(c: Context): Promise<string> {
  const bytes = await bytesOf(c);
  if (bytes.byteLength === 0) return "";
  assertReadable(c);
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError("invalid_json", { message: "The body is not valid UTF-8.", cause });
  }
}

/** Who sends it may go away in the middle of it: that is no failure of ours. */
export async function arriving<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("validation_error", { message: "The body did not arrive.", cause });
  }
}

/** A connection holds as much by itself: so small a body is read whole, without a stream, and not counted. */
const smallBytes = 16 * 1024;

/** What comes slowly is held until it is there: what one network sends at once has an end. */
async function bytesOf(c: Context): Promise<Uint8Array> {
  const length = c.req.header("content-length");
  const tooLarge = new AppError("payload_too_large");
  if (Number(length ?? 0) > maxBodyBytes) throw tooLarge;
  if (length !== undefined && Number(length) <= smallBytes) return new Uint8Array(await arriving(c.req.arrayBuffer()));
  return withRoom("network", networkOfCaller(c), (room) => arriving(collect(c, maxBodyBytes, tooLarge, room)));
}

/** Of a body that is refused, so much is still read: leaving it ends the connection, and the next request with it. */
const mostPassedOver = 16 * 1024 * 1024;

async function collect(c: Context, most: number, tooLarge: AppError, room: Room): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > most + mostPassedOver) throw tooLarge;
    if (size > most) {
      chunks.length = 0;
      continue;
    }
    room.take(chunk.byteLength);
    chunks.push(chunk);
  }
  if (size > most) throw tooLarge;
  return Buffer.concat(chunks);
}

/** Taken apart by hand: whoever fills a header with spaces would have an expression try them all against each other. */
function charsetIn(parameter: string): string | undefined {
  const equals = parameter.indexOf("=");
  if (equals < 0 || parameter.slice(0, equals).trim() !== "charset") return undefined;
  return parameter
    .slice(equals + 1)
    .trim()
    .replace(/^"/, "")
    .replace(/"$/, "");
}

/** JSON, as UTF-8, not packed: anything else would be read as something that was not meant. */
function assertReadable(c: Context): void {
  const encoding = c.req.header("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity") {
    throw new AppError("unsupported_media_type", { message: "Send the body without Content-Encoding." });
  }
  const [type = "", ...parameters] = (c.req.header("content-type") ?? "").toLowerCase().split(";");
  const name = type.trim();
  if (name !== "application/json" && !/^application\/[\w.-]+\+json$/.test(name)) {
    throw new AppError("unsupported_media_type");
  }
  const charset = parameters.map(charsetIn).find(Boolean);
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8") {
    throw new AppError("unsupported_media_type", { message: "Send the body as application/json in UTF-8." });
  }
}

/** Raw bytes up to a size, also when the body is chunked and names no length; counted as they come. */
export async function readBytes(c: Context, most: number, room: Room): Promise<Uint8Array> {
  const tooLarge = new AppError("payload_too_large", { message: `At most ${Math.floor(most / 1024 / 1024)} MB.` });
  if (Number(c.req.header("content-length") ?? 0) > most) throw tooLarge;
  return arriving(collect(c, most, tooLarge, room));
}

/** The JSON of a body that readBody gave; undefined where there is none. */
export function parseBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return parseExactJson(text);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid_json", { cause });
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
