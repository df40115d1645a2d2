import { z } from "zod";

/** So many messages are told, the latest ones. */
export const mostTold = 1000;
/** So many of them stand in the mail itself; all are in its file. */
export const mostShown = 100;
/** In an hour, of one conversation and of one company. */
export const hourly = { conversation: 5, company: 200 } as const;

export const sendTranscriptInput = z.object({
  conversationId: z.string(),
  to: z
    .email()
    .max(254)
    .optional()
    .meta({ description: "Where it goes. Left out: to the contact, or as the visitor's address was given." }),
});

export const transcriptSchema = z
  .object({
    outcome: z.enum(["queued", "not_configured"]).meta({
      description: "queued: it is on its way; not_configured: this installation sends no mail.",
    }),
    to: z.string().meta({ description: "Where it goes." }),
    messages: z.int().meta({ description: "How many messages it tells, at most the latest 1,000." }),
  })
  .meta({ id: "Transcript", description: "A transcript that was asked for." });

export const draftTranscriptInput = z.object({ conversationId: z.string() });

export const transcriptDraftSchema = z
  .object({
    sendsMail: z.boolean().meta({ description: "Whether this installation sends mail at all." }),
    to: z.string().meta({ description: "The address that is known, as you may see it; empty: none." }),
  })
  .meta({ id: "TranscriptDraft", description: "Where a transcript would go." });
