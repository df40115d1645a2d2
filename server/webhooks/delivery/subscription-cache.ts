import { systemPool } from "#server/db/system.ts";
import { type Subscription, type SubscriptionRow, subscriptionOf } from "./subscriptions.ts";

const maxCompanies = 20_000;

const columns = `"companyId", "id", "websiteId", "url", "eventTypes", "retryCount", "signed", "secret", "secretLast4",
  "previousSecret", "previousSecretUntil", "customHeaders", "standardHeaders", "retryPlan", "channelIds", "conditions",
  "callsPerSecond", "recoveryId", "createdAt"`;

const ofCompanies = {
  name: "webhooks_of_companies",
  text: `select ${columns} from webhooks
    where "companyId" = any($1::uuid[]) and "isActive" and "deletedAt" is null order by "companyId", "id"`,
};

const one = {
  name: "webhook_to_send",
  text: `select ${columns} from webhooks where "companyId" = $1 and "id" = $2 and "isActive" and "deletedAt" is null`,
};

/** An active webhook as it is now. */
export async function readSubscription(companyId: string, webhookId: string): Promise<Subscription | undefined> {
  const { rows } = await systemPool().query<SubscriptionRow>({ ...one, values: [companyId, webhookId] });
  return rows[0] && subscriptionOf(rows[0]);
}

/** The active webhooks of companies with recent events, also of those that have none. */
export class SubscriptionCache {
  private readonly companies = new Map<string, readonly Subscription[]>();
  private forgotten = 0;

  /** What is not known is read in one statement, so that companies with no webhooks cost nothing per event. */
  async of(companyIds: Iterable<string>): Promise<Map<string, readonly Subscription[]>> {
    const wanted = [...new Set(companyIds)];
    const result = new Map<string, readonly Subscription[]>();
    for (const id of wanted) {
      const known = this.companies.get(id);
      if (known) result.set(id, known);
    }
    const missing = wanted.filter((id) => !result.has(id));
    if (missing.length === 0) return result;
    const before = this.forgotten;
    const { rows } = await systemPool().query<SubscriptionRow>({ ...ofCompanies, values: [missing] });
    const found = Map.groupBy(rows.map(subscriptionOf), ({ companyId }) => companyId);
    for (const id of missing) {
      const list = found.get(id) ?? [];
      result.set(id, list);
      // What changed while we read may not be in what we read, and a recovery ends without a word before.
      const recovers = list.some(({ recoveryId }) => recoveryId !== null);
      if (before === this.forgotten && !recovers) this.keep(id, list);
    }
    return result;
  }

  /** An active webhook; what the cache does not hold is asked for: another process may have heard of it first. */
  async find(companyId: string, webhookId: string): Promise<Subscription | undefined> {
    const known = this.companies.get(companyId)?.find(({ id }) => id === webhookId);
    return known ?? readSubscription(companyId, webhookId);
  }

  forget(companyId: string): void {
    this.forgotten += 1;
    this.companies.delete(companyId);
  }

  clear(): void {
    this.forgotten += 1;
    this.companies.clear();
  }

  private keep(companyId: string, list: readonly Subscription[]): void {
    if (this.companies.size >= maxCompanies) this.companies.clear();
    this.companies.set(companyId, list);
  }
}
