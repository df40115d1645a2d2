import { z } from "zod";

/** What csat/received says beside the conversation. */
export const rated = {
  responseId: z.string().meta({ description: "Id of the response." }),
  scale: z.enum(["stars", "thumbs"]).meta({ description: "1 to 5 stars, or thumbs: 5 and 1." }),
  rating: z.int().meta({ description: "1 to 5." }),
  good: z.boolean().meta({ description: "4 and 5 are good." }),
  comment: z.string().meta({ description: "What the visitor added; empty: nothing." }),
  agentId: z.string().nullable().meta({ description: "Who held the conversation when it closed; null: nobody." }),
  teamId: z.string().nullable().meta({ description: "Its team then; null: none." }),
  about: z.enum(["rating", "comment"]).meta({ description: "comment: it was added to a rating told before." }),
  askedAt: z.iso.datetime().meta({ description: "When it was asked, UTC with milliseconds." }),
  answeredAt: z.iso.datetime().meta({ description: "When it was rated, UTC with milliseconds." }),
};
