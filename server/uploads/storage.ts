import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { env } from "#server/config/env.ts";

/** Kinds of image that are stored, by the ending of their file. Verified by content before they get here. */
export const imageTypes = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
} as const;

/** Other files that visitors send through platforms. Whatever is not known is only bytes. */
export const contentTypes = {
  ...imageTypes,
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  amr: "audio/amr",
  mp4: "video/mp4",
  "3gp": "video/3gpp",
  wav: "audio/wav",
  weba: "audio/webm",
  webm: "video/webm",
  mov: "video/quicktime",
  pdf: "application/pdf",
  bin: "application/octet-stream",
} as const;

export type ImageEnding = keyof typeof imageTypes;
export type Ending = keyof typeof contentTypes;

const keyPattern = /^[A-Za-z0-9_-]{32}\.(png|jpg|webp|gif|mp3|ogg|m4a|aac|amr|mp4|3gp|wav|weba|webm|mov|pdf|bin)$/;

/** An unguessable name: 192 random bits and the ending. Nothing of the visitor's own file name. */
export function newKey(ending: Ending): string {
  return `${randomBytes(24).toString("base64url")}.${ending}`;
}

/** The ending of a key that this store could have given; undefined for any other text. */
export function endingOf(key: string): Ending | undefined {
  const ending = keyPattern.exec(key)?.[1];
  return ending && Object.hasOwn(contentTypes, ending) ? (ending as Ending) : undefined;
}

export function uploadUrl(key: string): string {
  return `${env.publicUrl}/uploads/${key}`;
}

/** The key in an address that this server gave out; undefined for any other address. */
export function keyOfUrl(url: string): string | undefined {
  const base = `${env.publicUrl}/uploads/`;
  const key = url.startsWith(base) ? url.slice(base.length) : "";
  return endingOf(key) ? key : undefined;
}

function fileOf(key: string): string {
  if (!endingOf(key)) throw new Error("not a key of this store");
  return path.join(env.dataDir, "uploads", key.slice(0, 2), key);
}

/** Written beside and renamed, so that half a file is never read. */
export async function saveFile(key: string, bytes: Uint8Array): Promise<void> {
  const file = fileOf(key);
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await fs.writeFile(`${file}.part`, bytes, { mode: 0o600 });
  await fs.rename(`${file}.part`, file);
}

export async function readFile(key: string): Promise<Buffer | undefined> {
  try {
    return await fs.readFile(fileOf(key));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Shares the bytes where the disk can. */
export async function copyFile(from: string, to: string): Promise<void> {
  const file = fileOf(to);
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await fs.copyFile(fileOf(from), `${file}.part`, constants.COPYFILE_FICLONE);
  await fs.rename(`${file}.part`, file);
}

/** The bytes from `start` to `end`, both counted; a player asks for a film piece by piece. */
export async function readPart(key: string, start: number, end: number): Promise<Buffer> {
  const file = await fs.open(fileOf(key), "r");
  try {
    const part = Buffer.alloc(end - start + 1);
    const { bytesRead } = await file.read(part, 0, part.length, start);
    return part.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** How many bytes a file has; undefined where there is none. */
export async function sizeOfFile(key: string): Promise<number | undefined> {
  try {
    return (await fs.stat(fileOf(key))).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

export async function removeFile(key: string): Promise<void> {
  await fs.rm(fileOf(key), { force: true });
}
