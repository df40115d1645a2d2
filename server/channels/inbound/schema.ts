import { z } from "zod";
import { messageTypes } from "#server/core/words.ts";
import { attachmentSchema, messageExtraSchema } from "#server/messages/schema.ts";

/** The shapes in which processed payloads reach the operations. Platforms' texts are cut, never refused. */
const id = z.string().min(1).max(1024);
const cut = (most: number) => z.string().transform((text) => text.slice(0, most));

export const personSchema = z.object({
  phone: z.string().max(20),
  userId: z.string().max(128).nullable(),
  name: cut(255),
  username: cut(100),
});

export const referralSchema = z.object({
  source: cut(100),
  sourceUrl: cut(2048),
  sourceId: cut(255),
  headline: cut(255),
  body: cut(1024),
  image: cut(2048),
  clickId: cut(512),
  ad: z.boolean(),
});

export const mediaRefSchema = z.object({
  id: z.string(),
  url: z.string(),
  mimeType: z.string(),
  sha256: z.string(),
  fileName: z.string(),
  type: z.enum(["image", "audio", "video", "file", "any"]).default("any"),
  place: z.int().optional(),
});

export const storedContentSchema = z.object({
  type: z.enum(messageTypes).exclude(["command"]),
  text: cut(16_384),
  attachments: z.array(attachmentSchema).max(20),
  extra: messageExtraSchema,
  missing: z.array(mediaRefSchema).max(20).default([]).meta({ description: "Files to fetch later." }),
  places: z.array(z.int()).max(20).default([]).meta({ description: "Where each attachment stood in the message." }),
});

export const receivedSchema = z.object({
  externalId: id,
  from: personSchema,
  at: z.date(),
  content: storedContentSchema,
  quoted: id.optional(),
  choice: z.string().max(1024).optional(),
  referral: referralSchema.optional(),
  forwarded: z.boolean().optional(),
});

export const echoSchema = z.object({
  externalId: id,
  to: personSchema,
  at: z.date(),
  content: storedContentSchema,
  metadata: z.string().max(1024),
});

export const receiveInput = z.object({ channelId: z.uuid(), message: receivedSchema });
export const echoInput = z.object({ channelId: z.uuid(), message: echoSchema });
