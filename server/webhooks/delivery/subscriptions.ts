import { log } from "#server/base/log.ts";
import { unseal } from "#server/base/secrets.ts";
import type { Webhook } from "#server/db/generated/client.ts";
import type { RetryPlan } from "../choices.ts";
import type { Condition } from "../options/schema.ts";
import { type Headers, maskedHeaders, maskedSecret, unsealHeaders } from "../secrets.ts";

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
  secret: string | null;
  /** The one before it, and until when it is valid. */
  previous: { secret: string; until: Date } | null;
  standardHeaders: boolean;
  retryPlan: RetryPlan;
  channelIds: ReadonlySet<string>;
  conditions: readonly Condition[];
  callsPerSecond: number | null;
  /** What sends its events now in place of the queue. */
  recoveryId: string | null;
  headers: Headers;
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

type Unsealed = { secret: string; previous: Subscription["previous"]; custom: Headers };

function unsealed(row: SubscriptionRow): Unsealed | null {
  const { previousSecret, previousSecretUntil: until } = row;
  try {
    const previous = previousSecret !== "" && until ? { secret: unseal(previousSecret), until } : null;
    return { secret: unseal(row.secret), previous, custom: unsealHeaders(row.customHeaders) };
  } catch (error) {
    log.warn({ error, webhookId: row.id }, "a webhook's secret cannot be read: it has to be rotated");
    return null;
  }
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
  const known = unsealed(row);
  const custom = standardHeaders ? withoutStandard(known?.custom ?? {}) : (known?.custom ?? {});
  const fixed = { "Content-Type": "application/json" };
  return {
    ...{ companyId, id, websiteId, url, retryCount, signed, createdAt },
    ...{ standardHeaders, retryPlan, conditions, callsPerSecond, recoveryId },
    channelIds: new Set(row.channelIds),
    events: new Set(row.eventTypes),
    secret: known?.secret ?? null,
    previous: known?.previous ?? null,
    headers: { ...custom, ...fixed },
    shownHeaders: { ...fixed, "X-Webhook-Secret": maskedSecret(row.secretLast4), ...maskedHeaders(custom) },
  };
}
