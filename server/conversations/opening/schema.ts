import { z } from "zod";
import { dateOut } from "#server/core/fields.ts";

/** The ad or link by which a visitor came to a messaging channel. */
export const conversationReferralSchema = z
  .object({
    sourceId: z.string().meta({ description: "The ad's id, or a link's own word." }),
    headline: z.string(),
    body: z.string(),
    imageUrl: z.string().meta({ description: "The ad's picture, in this server's storage; empty when there is none." }),
    clickId: z.string().meta({ description: "WhatsApp's ctwa_clid, or the link's ref: for conversions." }),
    at: dateOut,
  })
  .meta({ id: "ConversationReferral", description: "The ad or link by which the visitor came." });

export type ConversationReferral = z.input<typeof conversationReferralSchema>;
