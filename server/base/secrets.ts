import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { secret } from "#server/config/env.ts";

let key: Buffer | undefined;

function sealingKey(): Buffer {
  key ??= Buffer.from(hkdfSync("sha256", secret(), "parley", "secrets at rest", 32));
  return key;
}

/** AES-256-GCM for secrets that must be sent again (webhook and channel secrets): base64url of iv, tag, text. */
export function seal(text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

export function unseal(sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** A random secret of `bytes` random bytes, base64url, behind a prefix. */
export function newSecret(prefix: string, bytes = 32): string {
  return `${prefix}${randomBytes(bytes).toString("base64url")}`;
}

/** For high-entropy secrets that are only compared: tokens and visitor sessions. */
export function sha256(text: string): string {
  return hash("sha256", text);
}

/** 32 bytes that only this installation has, always the same for one purpose. */
export function derivedBytes(purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret(), "parley", purpose, 32));
}

const markingKeys = new Map<string, Buffer>();

/** A mark that only we can make over a text, base64url; `purpose` keeps the marks of one kind from passing for another's. */
export function markOf(purpose: string, text: string): string {
  const key = markingKeys.get(purpose) ?? derivedBytes(purpose);
  markingKeys.set(purpose, key);
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Compares in constant time. */
export function equalTexts(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
