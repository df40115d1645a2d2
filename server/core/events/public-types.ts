/** The public event types: the 17 of service.md section 6, in its order, then later ones. Webhooks choose among them. */
export const publicEventTypes = [
  "conversation/created",
  "conversation/updated",
  "conversation/deleted",
  "conversation/operator_assigned",
  "conversation/message",
  "conversation/note",
  "conversation/archived",
  "conversation/contact",
  "conversation/phase_changed",
  "conversation/tag_added",
  "conversation/tag_removed",
  "contact/created",
  "contact/updated",
  "contact/status_changed",
  "contact/operator_assigned",
  "contact/tag_added",
  "contact/deleted",
  "task/due",
  "conversation/snoozed",
  "conversation/unsnoozed",
] as const;

export type PublicEventType = (typeof publicEventTypes)[number];
