export const campaignStatuses = ["SCHEDULED", "SENDING", "SENT", "STOPPED", "CANCELLED"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const sendRates = { least: 1, most: 4800, usual: 1200 };
