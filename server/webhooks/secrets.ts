import { createSecretKey, type KeyObject } from "node:crypto";
import { newSecret, seal, unseal } from "#server/base/secrets.ts";
import { hiddenValue } from "./choices.ts";

const secretPrefix = "whsec_";

/** With 33 bytes base64 needs no padding, which some libraries of Standard Webhooks insist on. */
const standardBytes = 33;

/** Letters and digits only, so that base64 and base64url of it are the same text: one in four is like that. */
export function newWebhookSecret(standard: boolean): { secret: string; sealed: string; last4: string } {
  for (;;) {
    const secret = newSecret(secretPrefix, standard ? standardBytes : undefined);
    if (/^[A-Za-z0-9]+$/.test(secret.slice(secretPrefix.length)))
      return { secret, sealed: seal(secret), last4: secret.slice(-4) };
  }
}

/** Null: sealed with a signing secret that is gone. */
export function readableSecret(sealed: string): string | null {
  try {
    return unseal(sealed);
  } catch {
    return null;
  }
}

/** A secret to sign with. */
export type SigningSecret = {
  text: string;
  /** What Standard Webhooks signs with: the bytes that the text after the prefix stands for. */
  standardKey: KeyObject;
};

/** Its key is made once: that costs several times as much as a signature. */
export function signingSecret(text: string): SigningSecret {
  return { text, standardKey: createSecretKey(text.slice(secretPrefix.length), "base64url") };
}

/** What may be shown of a secret. */
export function maskedSecret(last4: string): string {
  return `${secretPrefix}...${last4}`;
}

export type Headers = Record<string, string>;

export function sealHeaders(headers: Headers): string {
  return Object.keys(headers).length === 0 ? "" : seal(JSON.stringify(headers));
}

export function unsealHeaders(sealed: string): Headers {
  return sealed === "" ? {} : (JSON.parse(unseal(sealed)) as Headers);
}

/** Names stay, values go: they often hold tokens. */
export function maskedHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, hiddenValue]));
}
