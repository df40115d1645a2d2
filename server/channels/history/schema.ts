import { z } from "zod";
import { deliveryStates } from "#server/messages/choices.ts";
import { personSchema, storedContentSchema } from "../inbound/schema.ts";

/** The platform's word for: the business does not share its phone's history. */
export const declinedCode = 2593109;

export const importStates = ["waiting", "reading", "done", "declined", "failed"] as const;
export type ImportState = (typeof importStates)[number];

/** A message of the past as it waits: in from the visitor, out from the business. */
export const pastMessageSchema = z.object({
  out: z.boolean(),
  status: z.enum(deliveryStates),
  person: personSchema,
  content: storedContentSchema,
  quoted: z.string().max(1024).optional(),
  forwarded: z.boolean().optional(),
});

export const pastContactSchema = z.object({ phone: z.string().max(20), name: z.string().max(255) });

export const mostStaged = 500;

const waitingMessage = z.object({ key: z.string().min(1).max(1024), at: z.date(), data: pastMessageSchema });
const waitingContact = z.object({ at: z.date(), data: pastContactSchema });

export const stageInput = z.object({
  channelId: z.uuid(),
  progress: z.number().min(0).max(100).nullable().meta({ description: "Percent of all, as the platform tells." }),
  refusal: z.object({ code: z.int(), reason: z.string().max(1000) }).nullable(),
  messages: z.array(waitingMessage).max(mostStaged),
  contacts: z.array(waitingContact).max(mostStaged),
});

export const importSchema = z.object({
  state: z.enum(importStates),
  progress: z.int().nullable().meta({ description: "Percent the platform has sent; null: only contacts so far." }),
  messages: z.int().meta({ description: "Written." }),
  contacts: z.int().meta({ description: "Taken over." }),
  waiting: z.int().meta({ description: "Has come and is to be written." }),
  failed: z.int().meta({ description: "Could not be written; may be tried again." }),
  code: z.int().nullable().meta({ description: "The platform's code where it refused." }),
  error: z.string(),
  startedAt: z.date().nullable(),
  heardAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
});
