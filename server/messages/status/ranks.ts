import type { MessageRow } from "../row.ts";

export type DeliveryStatus = MessageRow["status"];

const ranks: Record<Exclude<DeliveryStatus, "failed">, number> = { queued: 0, sent: 1, delivered: 2, read: 3 };

/**
 * The status after a report, which may be late, repeated or out of order. It only moves up; `failed` beats all that is
 * not delivered yet, and a late `delivered` beats `failed`.
 */
export function nextStatus(current: DeliveryStatus, reported: DeliveryStatus): DeliveryStatus {
  if (current === "failed") return reported === "delivered" || reported === "read" ? reported : current;
  if (reported === "failed") return ranks[current] <= ranks.sent ? "failed" : current;
  return ranks[reported] > ranks[current] ? reported : current;
}

/** A message sent in parts has arrived when all of them have; one lost part is a lost message. */
export function statusOfParts(parts: readonly DeliveryStatus[]): DeliveryStatus {
  if (parts.length === 0) return "queued";
  if (parts.includes("failed")) return "failed";
  return parts.reduce((lowest, one) =>
    ranks[one as keyof typeof ranks] < ranks[lowest as keyof typeof ranks] ? one : lowest,
  );
}
