import type { webhooks } from "./generated/api.ts";

/** `contact/created`, `conversation/message` and the others. */
export type EventType = keyof webhooks;

type BodyOf<T extends EventType> = webhooks[T]["post"] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** The data of an event. */
export type EventData<T extends EventType> = BodyOf<T> extends { data: infer Data } ? Data : never;

/** What a webhook gets, typed by its `event`. */
export type WebhookDelivery = {
  [T in EventType]: {
    event: T;
    timestamp: string;
    /** A test delivery has none of the event's data. */
    test?: true;
    data: EventData<T>;
    /** The same on every attempt: use it to drop repeats. */
    id: string;
    /** Grows with each event of the company; 0: a test. */
    sequence: number | undefined;
  };
}[EventType];

/** The delivery is not what it says it is: answer 401. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

type Headers = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

type HasGet = { get(name: string): string | null };
const hasGet = (headers: Headers): headers is HasGet => typeof headers.get === "function";

/** Of a Request of fetch, or of Node's `request.headers`. */
function headerOf(headers: Headers, name: string): string | undefined {
  if (hasGet(headers)) return headers.get(name) ?? undefined;
  const found = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}

const encoder = new TextEncoder();

async function mac(secret: string, text: string): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Takes as long for texts that differ at the end as for those that differ at the beginning. */
function same(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

/** The value of X-Webhook-Signature for a body, as Parley makes it: for tests, and for what forwards events. */
export async function signWebhook(body: string, secret: string, at: Date = new Date()): Promise<string> {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${hex(await mac(secret, `${t}.${body}`))}`;
}

type VerifyOptions = {
  /** How far the sender's clock may be from ours; 300 unless given. */
  toleranceSeconds?: number;
  now?: () => Date;
};

/**
 * What was delivered, once it is known that Parley signed it with `secret` (or one of several, while a secret is
 * changed) and that it is new. Throws WebhookError. `body` must be the bytes or the text as they came.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = () => new Date() }: VerifyOptions = {},
): Promise<WebhookDelivery> {
  const text = typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body);
  const header = headerOf(headers, "x-webhook-signature");
  if (header === undefined) throw new WebhookError("There is no X-Webhook-Signature: set `signed` on the webhook.");
  const [, t, v1] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!t || !v1) throw new WebhookError("X-Webhook-Signature is malformed.");
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (secrets.length === 0 || secrets.includes("")) throw new TypeError("Give the secret of the webhook.");
  const expected = await Promise.all(secrets.map(async (one) => hex(await mac(one, `${t}.${text}`))));
  if (!expected.map((one) => same(one, v1)).includes(true))
    throw new WebhookError("The signature is not the secret's.");
  if (Math.abs(now().getTime() / 1000 - Number(t)) > toleranceSeconds)
    throw new WebhookError("The delivery is too old.");
  const sequence = headerOf(headers, "x-webhook-sequence");
  return {
    ...JSON.parse(text),
    id: headerOf(headers, "x-webhook-event-id") ?? "",
    sequence: sequence === undefined ? undefined : Number(sequence),
  };
}
