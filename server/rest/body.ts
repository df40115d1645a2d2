import type { Context } from "hono";
import { AppError } from "#server/core/errors.ts";

export const maxBodyBytes = 1024 * 1024;

/** The raw body, refused over 1 MB also when it is chunked and names no length. */
export async function readBody(c: Context): Promise<string> {
  const length = c.req.header("content-length");
  if (length !== undefined) {
    if (Number(length) > maxBodyBytes) throw new AppError("payload_too_large");
    return c.req.text();
  }
  const stream = c.req.raw.body;
  if (!stream) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw new AppError("payload_too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Raw bytes up to a size, also when the body is chunked and names no length. */
export async function readBytes(c: Context, most: number): Promise<Uint8Array> {
  const tooLarge = new AppError("payload_too_large", { message: `At most ${Math.floor(most / 1024 / 1024)} MB.` });
  if (Number(c.req.header("content-length") ?? 0) > most) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The JSON of a body; undefined where there is none. */
export function parseBody(c: Context, text: string): unknown {
  if (text === "") return undefined;
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type))
    throw new AppError("unsupported_media_type");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_json", { cause });
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
