import { z } from "zod";

export const mailStatusSchema = z.object({
  configured: z.boolean().meta({ description: "Whether this installation can send mail." }),
  from: z.string().meta({ description: "Who mail is from; empty where none is sent." }),
  waiting: z.int().meta({ description: "The company's mails that wait for another attempt." }),
  failed: z.int().meta({ description: "The company's mails that were given up in the last 24 hours." }),
  lastError: z.string().meta({ description: "What the mail server said last of those; empty where it said nothing." }),
});
export type MailStatus = z.infer<typeof mailStatusSchema>;

export const mailTestSchema = z.object({
  outcome: z.enum(["sent", "failed", "not_configured"]),
  to: z.string().meta({ description: "The address of who asked." }),
  error: z.string().meta({ description: "What the mail server said, where it refused." }),
});
