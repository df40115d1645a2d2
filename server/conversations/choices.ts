export const channelNames = ["WEB", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
export type ChannelName = (typeof channelNames)[number];

export const sortFields = ["createdAt", "lastMessageAt", "updatedAt", "amount", "visitorName"] as const;
export type SortField = (typeof sortFields)[number];
