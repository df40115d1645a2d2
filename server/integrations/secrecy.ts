import { seal, unseal } from "#server/base/secrets.ts";
import { mask } from "./choices.ts";

/** What a stored secret begins with: it is sealed, and no plain text is taken for one. */
const sealedMark = "sealed:";

const secretKey =
  /secret|passw(?:or)?d|passphrase|pwd|token|api[-_ ]?key|apikey|private[-_ ]?key|access[-_ ]?key|authorization|credential|bearer|signature/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Walks a configuration; `leaf` sees each value that is no object or list, and whether a key above it looks secret. */
function mapLeaves(
  value: unknown,
  leaf: (value: unknown, secret: boolean, at: readonly string[]) => unknown,
  secret = false,
  at: readonly string[] = [],
): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapLeaves(item, leaf, secret, [...at, String(index)]));
  if (!isRecord(value)) return leaf(value, secret, at);
  const entries = Object.entries(value).map(([key, item]) => {
    return [key, mapLeaves(item, leaf, secret || secretKey.test(key), [...at, key])];
  });
  return Object.fromEntries(entries);
}

const isSecret = (value: unknown) => (typeof value === "string" && value !== "") || typeof value === "number";

function valueAt(value: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>((inner, key) => {
    return typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
      ? Reflect.get(inner, key)
      : undefined;
  }, value);
}

/** What may be shown: every secret is its mask. */
export function masked(stored: Record<string, unknown>): Record<string, unknown> {
  const shown = mapLeaves(stored, (value, secret) => (secret && isSecret(value) ? mask : value));
  return isRecord(shown) ? shown : {};
}

/** What is stored of a new configuration: secrets sealed, masks replaced by what was stored under them. */
export function sealedConfig(given: Record<string, unknown>, stored: Record<string, unknown>): Record<string, unknown> {
  const kept = mapLeaves(given, (value, secret, at) => {
    if (!secret || !isSecret(value)) return value;
    if (value !== mask) return sealedMark + seal(String(value));
    const before = valueAt(stored, at);
    // A mask without a stored secret stands for nothing.
    return typeof before === "string" && before.startsWith(sealedMark) ? before : "";
  });
  return isRecord(kept) ? kept : {};
}

/** A stored configuration as its type needs it, and every secret in it; null where the secrets cannot be read. */
export function openedConfig(
  stored: Record<string, unknown>,
): { config: Record<string, unknown>; secrets: readonly string[] } | null {
  const secrets: string[] = [];
  const open = (value: unknown) => {
    if (typeof value !== "string" || !value.startsWith(sealedMark)) return value;
    const secret = unseal(value.slice(sealedMark.length));
    secrets.push(secret);
    return secret;
  };
  try {
    const config = mapLeaves(stored, (value, secret) => (secret ? open(value) : value));
    return { config: isRecord(config) ? config : {}, secrets };
  } catch {
    // Sealed with a signing secret that is gone.
    return null;
  }
}
