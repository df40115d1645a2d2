import { type PublicEventType, publicEventTypes } from "#server/core/events/public-types.ts";

export const eventGroups = [
  "conversation",
  "contact",
  "message",
  "channel",
  "template",
  "campaign",
  "task",
  "sla",
  "csat",
] as const;
export type EventGroup = (typeof eventGroups)[number];

export function eventsOf(group: EventGroup): PublicEventType[] {
  return publicEventTypes.filter((type) => type.startsWith(`${group}/`));
}
