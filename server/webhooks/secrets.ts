import { newSecret, seal, unseal } from "#server/base/secrets.ts";
import { hiddenValue } from "./choices.ts";

export const secretPrefix = "whsec_";

export function newWebhookSecret(): { secret: string; sealed: string; last4: string } {
  const secret = newSecret(secretPrefix);
  return { secret, sealed: seal(secret), last4: secret.slice(-4) };
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
