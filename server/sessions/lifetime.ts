import { day } from "#server/base/clock.ts";

/** A session ends when it is not used for this long. */
const idleMs = 14 * day;

/** However much it is used, a person signs in again after this long. */
export const absoluteMs = 90 * day;

export function expiryOf(createdAt: Date, seenAt: Date): Date {
  return new Date(Math.min(createdAt.getTime() + absoluteMs, seenAt.getTime() + idleMs));
}
