import { type WebhookEventType, webhookEventTypes } from "#server/webhooks/schema.ts";

export const eventGroups = ["conversation", "contact"] as const;
export type EventGroup = (typeof eventGroups)[number];

export function eventsOf(group: EventGroup): WebhookEventType[] {
  return webhookEventTypes.filter((type) => type.startsWith(`${group}/`));
}
