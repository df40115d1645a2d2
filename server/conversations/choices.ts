export const channelNames = ["WEB", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
export type ChannelName = (typeof channelNames)[number];

/** The tabs of the inbox. */
export const inboxViews = ["mine", "mentions", "unassigned", "bot", "snoozed", "all", "closed"] as const;
export type InboxView = (typeof inboxViews)[number];

/** Its tabs, and what a saved view without a tab holds: open and closed ones. */
export const inboxLists = [...inboxViews, "every"] as const;
export type InboxListName = (typeof inboxLists)[number];

/** What the last message is: its type, or what stands in its place; empty: not known, or there is none. */
export const lastKinds = [
  "",
  "text/plain",
  "image",
  "audio",
  "video",
  "file",
  "location",
  "unsupported",
  "deleted",
  "missed_call",
] as const;
export type LastKind = (typeof lastKinds)[number];

/** From the least to the most pressing. */
export const priorities = ["none", "low", "normal", "high", "urgent"] as const;
export type Priority = (typeof priorities)[number];

export const sortFields = [
  "createdAt",
  "lastMessageAt",
  "updatedAt",
  "amount",
  "visitorName",
  "waitingSince",
  "priority",
  "slaDueAt",
] as const;
export type SortField = (typeof sortFields)[number];
