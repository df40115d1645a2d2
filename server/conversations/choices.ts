export const channelNames = ["WEB", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
export type ChannelName = (typeof channelNames)[number];

/** The tabs of the inbox. */
export const inboxViews = ["mine", "unassigned", "bot", "all", "closed"] as const;
export type InboxView = (typeof inboxViews)[number];

export const sortFields = ["createdAt", "lastMessageAt", "updatedAt", "amount", "visitorName"] as const;
export type SortField = (typeof sortFields)[number];
