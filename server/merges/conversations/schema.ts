import { z } from "zod";

/** So many messages go from one conversation into another at once. */
export const mostMoved = 10_000;

export const mergeConversationsInput = z.object({
  conversationId: z.string().meta({ description: "The conversation that stays." }),
  loserId: z
    .string()
    .max(64)
    .meta({ description: "Id of the conversation that goes into it: of the same contact, visitor and channel." }),
});
