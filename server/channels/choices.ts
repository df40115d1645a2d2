export const inboundStatuses = ["received", "processed", "failed", "ignored", "rejected"] as const;
export type InboundStatus = (typeof inboundStatuses)[number];
