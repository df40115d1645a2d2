import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { secret, secrets } from "#server/config/env.ts";

const derived = new Map<string, Buffer>();

function deriveFrom(from: string, purpose: string): Buffer {
  const place = `${purpose}\n${from}`;
  const known = derived.get(place) ?? Buffer.from(hkdfSync("sha256", from, "parley", purpose, 32));
  derived.set(place, known);
  return known;
}

const keys = new WeakMap<Buffer, KeyObject>();

/** Bytes as a key: one made anew for each use costs several times as much as what is done with it. */
function keyOf(bytes: Buffer): KeyObject {
  const known = keys.get(bytes) ?? createSecretKey(bytes);
  keys.set(bytes, known);
  return known;
}

const sealingKey = (from: string): KeyObject => keyOf(deriveFrom(from, "secrets at rest"));

/** Names a secret without telling anything of it: which one sealed a value. */
const numberOf = (from: string): string => deriveFrom(from, "number").toString("base64url").slice(0, 6);

/** The number of the secret that seals now. */
export const sealingNumber = (): string => numberOf(secret());

/**
 * AES-256-GCM for secrets that must be sent again (webhook and channel secrets): the number of the secret that sealed, a
 * dot, base64url of iv, tag, text. A column that holds such texts says so: server/backups/sealed.
 */
export function seal(text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(secret()), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${sealingNumber()}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

function openWith(from: string, body: string): string {
  const bytes = Buffer.from(body, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(from), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

function openedWith(from: string, body: string): string | undefined {
  try {
    return openWith(from, body);
  } catch {
    return undefined;
  }
}

/** Opens what was sealed with the present secret or a previous one; throws where it was another, or nothing sealed. */
export function unseal(sealed: string): string {
  const [number = "", body] = sealed.split(".");
  if (body !== undefined) {
    const sealing = secrets().find((one) => numberOf(one) === number);
    if (sealing === undefined) throw new Error("sealed with a secret that is not set here");
    return openWith(sealing, body);
  }
  // Values of before secrets had numbers: the present one says what is wrong where none opens them.
  const [current, ...previous] = secrets();
  for (const one of previous) {
    const opened = openedWith(one, sealed);
    if (opened !== undefined) return opened;
  }
  return openWith(current, sealed);
}

/** A random secret of `bytes` random bytes, base64url, behind a prefix. */
export function newSecret(prefix: string, bytes = 32): string {
  return `${prefix}${randomBytes(bytes).toString("base64url")}`;
}

/** For high-entropy secrets that are only compared: tokens and visitor sessions. */
export function sha256(text: string): string {
  return hash("sha256", text);
}

const lasting = new Map<string, Buffer>();

/**
 * 32 bytes that only this installation has, always the same for one purpose: those that were kept when the secret
 * changed (server/core/lasting-keys.ts), else of the secret.
 */
export function lastingBytes(purpose: string): Buffer {
  return lasting.get(purpose) ?? derivedBytes(purpose);
}

/** From now on these are the bytes of the purpose. */
export function keepBytes(purpose: string, bytes: Buffer): void {
  lasting.set(purpose, bytes);
}

/** The bytes of a purpose that come of the present secret. */
export const derivedBytes = (purpose: string): Buffer => deriveFrom(secret(), purpose);

const hmac = (key: Buffer, text: string) => createHmac("sha256", keyOf(key)).update(text).digest("base64url");

/** A mark that only we can make over a text, base64url; `purpose` keeps the marks of one kind from passing for another's. */
export function markOf(purpose: string, text: string): string {
  return hmac(derivedBytes(purpose), text);
}

/** The marks that the present and the previous secrets make over it: the first is `markOf`. */
export function marksOf(purpose: string, text: string): string[] {
  return secrets().map((one) => hmac(deriveFrom(one, purpose), text));
}

/** A mark that does not change with the secret. */
export function lastingMarkOf(purpose: string, text: string): string {
  return hmac(lastingBytes(purpose), text);
}

/** Compares in constant time. */
export function equalTexts(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
