import { z } from "zod";

const tiers = ["TIER_0", "TIER_1", "TIER_2", "TIER_3", "TIER_4", "TIER_5", "TIER_6"] as const;
export type Tier = (typeof tiers)[number];

export const planSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    tier: z.enum(tiers),
    annualPlan: z.boolean(),
    leadLimit: z.int(),
    conversationLimit: z.int(),
    channelLimit: z.int(),
    userLimit: z.int(),
    storageLimit: z.int().nullable().meta({ description: "Bytes of files that may be kept; null: no limit." }),
    priceUSD: z.number(),
    priceARS: z.number(),
  })
  .meta({ id: "Plan", description: "What a company can have bought." });

export const currentPlanSchema = planSchema
  .extend({
    usage: z
      .object({
        leads: z.int().meta({ description: "Contacts." }),
        conversations: z.int(),
        channels: z.int(),
        users: z.int().meta({ description: "Active users." }),
      })
      .meta({ description: "How much of the limits is used." }),
  })
  .meta({ id: "CurrentPlan", description: "The company's plan and how much of it is used." });

export const storageSchema = z
  .object({
    used: z.int().meta({ description: "Bytes of the files that are kept." }),
    limit: z.int().nullable().meta({ description: "Bytes of files that may be kept; null: no limit." }),
  })
  .meta({ id: "Storage", description: "The files a company keeps." });
