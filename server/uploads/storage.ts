import { randomBytes } from "node:crypto";
import path from "node:path";
import { env } from "#server/config/env.ts";
import { folderStore } from "./stores/folder.ts";
import { s3Store } from "./stores/s3.ts";
import type { Store } from "./stores/store.ts";

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

const bases = [env.publicUrl, ...env.previousUrls].map((url) => `${url}/uploads/`);

/** The key in an address that this server gave out, now or under a former PUBLIC_URL; undefined for any other address. */
export function keyOfUrl(url: string): string | undefined {
  const base = bases.find((one) => url.startsWith(one));
  const key = base ? url.slice(base.length) : "";
  return endingOf(key) ? key : undefined;
}

/** An address of ours as it is now; any other stays as it is. */
export function presentUrl(url: string): string {
  const key = bases.length > 1 ? keyOfUrl(url) : undefined;
  return key ? uploadUrl(key) : url;
}

let chosen: Store | undefined;

/** The folder of this machine: what `STORAGE_URL` replaces. */
export const localFiles = (): Store => folderStore(path.join(env.dataDir, "uploads"));

/** Where this installation keeps its files. */
export function files(): Store {
  chosen ??= env.storage ? s3Store(env.storage) : localFiles();
  return chosen;
}

/** Only for keys that this store could have given. */
function checked(key: string): string {
  if (!endingOf(key)) throw new Error("not a key of this store");
  return key;
}

export const saveFile = (key: string, bytes: Uint8Array): Promise<void> => files().put(checked(key), bytes);

export const readFile = (key: string): Promise<Buffer | undefined> => files().get(checked(key));

/** A file with the same bytes. */
export const copyFile = (from: string, to: string): Promise<void> => files().copy(checked(from), checked(to));

/** The bytes from `start` to `end`, both counted; a player asks for a film piece by piece. */
export const readPart = (key: string, start: number, end: number): Promise<Buffer> =>
  files().part(checked(key), start, end);

/** How many bytes a file has; undefined where there is none. */
export const sizeOfFile = (key: string): Promise<number | undefined> => files().size(checked(key));

export const removeFile = (key: string): Promise<void> => files().remove(checked(key));
