import { now } from "#server/base/clock.ts";
import type { Webhook } from "#server/db/generated/client.ts";

type Secrets = Pick<Webhook, "previousSecret" | "previousSecretUntil">;

/** Whether the secret before the last rotation is still valid. */
export function validPrevious({ previousSecret, previousSecretUntil: until }: Secrets): boolean {
  return previousSecret !== "" && until !== null && until > now();
}
