/** What can be removed by age, in the order in which it is shown. */
export const retentionKinds = ["conversations", "messages", "files", "events", "payloads", "logs"] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** Days that may be set. Readers of the event feed rely on 30 days; logs end by themselves after the most. */
export const daysOf: Readonly<Record<RetentionKind, { least: number; most: number }>> = {
  conversations: { least: 1, most: 3650 },
  messages: { least: 1, most: 3650 },
  files: { least: 1, most: 3650 },
  events: { least: 30, most: 3650 },
  payloads: { least: 1, most: 30 },
  logs: { least: 1, most: 90 },
};

/** Holds that are not released. */
export const maxHolds = 500;
export const maxReason = 500;
