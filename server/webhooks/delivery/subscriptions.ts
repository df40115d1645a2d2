import { log } from "#server/base/log.ts";
import { unseal } from "#server/base/secrets.ts";
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
  headers: Headers;
  /** The same as JSON text without secrets, for the log. */
  shownHeaders: Headers;
  createdAt: Date;
};

export type SubscriptionRow = {
  companyId: string;
  id: string;
  websiteId: string;
  url: string;
  eventTypes: string[];
  retryCount: number;
  signed: boolean;
  secret: string;
  secretLast4: string;
  customHeaders: string;
  createdAt: Date;
};

function unsealed(row: SubscriptionRow): { secret: string; custom: Headers } | null {
  try {
    return { secret: unseal(row.secret), custom: unsealHeaders(row.customHeaders) };
  } catch (error) {
    log.warn({ error, webhookId: row.id }, "a webhook's secret cannot be read: it has to be rotated");
    return null;
  }
}

export function subscriptionOf(row: SubscriptionRow): Subscription {
  const { companyId, id, websiteId, url, retryCount, signed, createdAt } = row;
  const known = unsealed(row);
  const custom = known?.custom ?? {};
  const fixed = { "Content-Type": "application/json" };
  return {
    ...{ companyId, id, websiteId, url, retryCount, signed, createdAt },
    events: new Set(row.eventTypes),
    secret: known?.secret ?? null,
    headers: { ...custom, ...fixed, "X-Webhook-Secret": known?.secret ?? "" },
    shownHeaders: { ...fixed, "X-Webhook-Secret": maskedSecret(row.secretLast4), ...maskedHeaders(custom) },
  };
}
