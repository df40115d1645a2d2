import { type EventType, eventTable, eventTypes } from "#server/core/events/table.ts";
import type { AuditKind } from "#server/core/words.ts";

/** These are not in the audit log. Order and wording must match the condition of the index events_audited. */
export const unaudited: readonly EventType[] = eventTypes.filter((type) => !eventTable[type].audited);

/**
 * The event types of each kind of entry. Messages are left out: threads keep each of them, with its author, for good.
 */
export function typesOf(kind: AuditKind): readonly EventType[] {
  return eventTypes.filter((type) => eventTable[type].audited === kind);
}
