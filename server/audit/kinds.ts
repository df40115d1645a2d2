import { type EventType, eventTable, eventTypes } from "#server/core/events/table.ts";
import type { AuditKind } from "#server/core/words.ts";

/** No deeds of the log. Order and words must stay as the condition of the index events_audited says them. */
export const unaudited: readonly EventType[] = eventTypes.filter((type) => !eventTable[type].audited);

/** The event types of a kind of deeds. Messages are none: threads keep each of them, with its author, for good. */
export function typesOf(kind: AuditKind): readonly EventType[] {
  return eventTypes.filter((type) => eventTable[type].audited === kind);
}
