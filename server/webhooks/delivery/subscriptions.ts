import { log } from "#server/base/log.ts";
import type { Webhook } from "#server/db/generated/client.ts";
import type { RetryPlan } from "../choices.ts";
import { validPrevious } from "../options/overlap.ts";
import type { Condition } from "../options/schema.ts";
import {
  type Headers,
  maskedHeaders,
  maskedSecret,
  readableSecret,
  type SigningSecret,
  signingSecret,
  unsealHeaders,
} from "../secrets.ts";

/** What sending needs of a webhook, unsealed once. */
export type Subscription = {
  companyId: string;
  id: string;
  websiteId: string;
  url: string;
  events: ReadonlySet<string>;
  retryCount: number;
  signed: boolean;
  /** null: sealed with a signing secret that is gone. */
  secret: SigningSecret | null;
  /** The one before it, and until when it is valid. */
  previous: { secret: SigningSecret; until: Date } | null;
  standardHeaders: boolean;
  retryPlan: RetryPlan;
  channelIds: ReadonlySet<string>;
  conditions: readonly Condition[];
  callsPerSecond: number | null;
  /** What sends its events now in place of the queue. */
  recoveryId: string | null;
  /** null: as with the secret. */
  headers: Headers | null;
  /** The same as JSON text without secrets, for the log. */
  shownHeaders: Headers;
  createdAt: Date;
};

export type SubscriptionRow = Pick<
  Webhook,
  | "companyId"
  | "id"
  | "websiteId"
  | "url"
  | "eventTypes"
  | "retryCount"
  | "signed"
  | "secret"
  | "secretLast4"
  | "previousSecret"
  | "previousSecretUntil"
  | "customHeaders"
  | "standardHeaders"
  | "retryPlan"
  | "channelIds"
  | "conditions"
  | "callsPerSecond"
  | "recoveryId"
  | "createdAt"
>;

/** Each by itself: one that cannot be read leaves the others as they are. */
function unsealed(row: SubscriptionRow) {
  const { previousSecret, previousSecretUntil: until } = row;
  const secret = readableSecret(row.secret);
  const old = until && validPrevious(row) ? readableSecret(previousSecret) : null;
  let custom: Headers | null = null;
  try {
    custom = unsealHeaders(row.customHeaders);
  } catch (error) {
    log.warn({ error, webhookId: row.id }, "a webhook's headers cannot be read: they have to be sent anew");
  }
  if (secret === null) log.warn({ webhookId: row.id }, "a webhook's secret cannot be read: it has to be rotated");
  return {
    secret: secret === null ? null : signingSecret(secret),
    previous: old !== null && until ? { secret: signingSecret(old), until } : null,
    custom,
  };
}

/** Ours win over a customer's headers of the same names. */
function withoutStandard(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^webhook-(id|timestamp|signature)$/i.test(name)),
  );
}

export function subscriptionOf(row: SubscriptionRow): Subscription {
  const { companyId, id, websiteId, url, retryCount, signed, createdAt } = row;
  const { standardHeaders, retryPlan, conditions, callsPerSecond, recoveryId } = row;
  const { secret, previous, custom: given } = unsealed(row);
  const custom = given && standardHeaders ? withoutStandard(given) : given;
  const fixed = { "Content-Type": "application/json" };
  return {
    companyId,
    id,
    websiteId,
    url,
    retryCount,
    signed,
    createdAt,
    standardHeaders,
    retryPlan,
    conditions,
    callsPerSecond,
    recoveryId,
    channelIds: new Set(row.channelIds),
    events: new Set(row.eventTypes),
    secret,
    previous,
    headers: custom && { ...custom, ...fixed },
    shownHeaders: { ...fixed, "X-Webhook-Secret": maskedSecret(row.secretLast4), ...maskedHeaders(custom ?? {}) },
  };
}
