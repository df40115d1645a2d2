import { z } from "zod";
import { cursorInput, paginationSchema } from "#server/core/page-fields.ts";
import { inboundStatuses } from "../choices.ts";
import { channelSchema } from "../schema.ts";
import { findingSchema } from "./finding-schema.ts";
import { problemSchema } from "./problem-schema.ts";

const secretText = (most: number) => z.string().trim().max(most);

/** What a person enters to connect a channel; which of them are needed depends on the platform. */
export const credentialsInput = z
  .object({
    accessToken: secretText(4096).min(1).optional(),
    appSecret: secretText(256).optional(),
    verifyToken: secretText(256).optional(),
    phoneNumberId: secretText(32).optional().meta({ description: "WhatsApp." }),
    wabaId: secretText(32).optional().meta({ description: "WhatsApp: the business account." }),
    pin: secretText(6).optional().meta({ description: "WhatsApp: six digits, registers the number." }),
    pageId: secretText(32).optional().meta({ description: "Messenger, and Instagram through a page." }),
    accountId: secretText(32).optional().meta({ description: "Instagram." }),
    flavour: z
      .enum(["page", "login"])
      .optional()
      .meta({ description: "Instagram: through a page or by its own login." }),
  })
  .meta({ description: "Stored sealed, never shown again. What is not given stays as it was." });

export const checkStepSchema = z.object({
  step: z.enum(["token", "account", "subscription", "number", "secret"]),
  ok: z.boolean(),
  detail: z.string().meta({ description: "What was found, or what is wrong: in English, or in the platform's words." }),
  words: z
    .array(findingSchema)
    .default([])
    .meta({ description: "The same; empty where the words are the platform's." }),
  lost: z.boolean().optional().meta({ description: "The platform no longer accepts the access at all." }),
});

export const healthSchema = z.object({
  name: z.string().default(""),
  number: z.string().default(""),
  quality: z.string().default("").meta({ description: "GREEN, YELLOW, RED or NA." }),
  status: z.string().default(""),
  verification: z.string().default("").meta({ description: "Whether the number was proven by a code." }),
  limit: z.string().default("").meta({ description: "People that may be written to first in 24 hours: TIER_250 ..." }),
  throughput: z.string().default(""),
  checkedAt: z.string().default(""),
  problem: problemSchema
    .nullable()
    .default(null)
    .meta({ description: "Why the platform cut the channel off, restricts it or warns." }),
});

export const connectionSchema = z.object({
  channel: channelSchema,
  health: healthSchema,
  /** Where the platform is told to call. */
  callbackUrl: z.string(),
  hasCredentials: z.boolean(),
  externalId: z.string(),
  accountId: z.string(),
  lastInboundAt: z.date().nullable(),
});

export const checkedSchema = connectionSchema.extend({ ok: z.boolean(), steps: z.array(checkStepSchema) });

export const inboundListInput = z.object({
  channelId: z.string().optional(),
  status: z.enum(inboundStatuses).optional(),
  platform: z.enum(["whatsapp", "messenger", "instagram"]).optional(),
  kind: z.string().max(40).optional().meta({ description: "message, status, echo, reaction ..." }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  ...cursorInput,
});

export const inboundRowSchema = z.object({
  id: z.string(),
  channelId: z.string().nullable(),
  platform: z.string(),
  status: z.enum(inboundStatuses),
  error: z.string().nullable(),
  kinds: z.array(z.string()),
  attempts: z.int(),
  size: z.int(),
  receivedAt: z.date(),
  processedAt: z.date().nullable(),
});

export const inboundPageSchema = z.object({
  data: z.array(inboundRowSchema),
  pagination: paginationSchema.pick({ nextCursor: true }),
});

export const inboundPayloadSchema = inboundRowSchema.extend({
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  signatureOk: z.boolean(),
});
