export const inboundStatuses = ["received", "processed", "failed", "ignored", "rejected"] as const;
