import type { MessageRow } from "./row.ts";

export type DeliveryStatus = MessageRow["status"];

const ranks: Record<Exclude<DeliveryStatus, "failed">, number> = { queued: 0, sent: 1, delivered: 2, read: 3 };

/**
 * The status after a report, which may come late, twice or out of order: it only moves up; `failed` wins over what has
 * not been delivered; what was delivered after all was delivered.
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
