import { z } from "zod";
import { messageTypes } from "#server/core/words.ts";
import { attachmentSchema, messageExtraSchema } from "#server/messages/schema.ts";

/** Of one message: as many as people can choose at once at the platforms. */
export const mostFiles = 30;

/** The shapes in which processed payloads reach the operations. Platforms' texts are cut, never refused. */
const id = z.string().min(1).max(1024);
const upTo = (most: number) => z.string().transform((text) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, ""));

export const personSchema = z.object({
  phone: z.string().max(20),
  userId: z.string().max(128).nullable(),
  name: upTo(255),
  username: upTo(100),
});

export const referralSchema = z.object({
  source: upTo(100),
  sourceUrl: upTo(2048),
  sourceId: upTo(255),
  headline: upTo(255),
  body: upTo(1024),
  image: upTo(2048),
  clickId: upTo(512),
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
  ad: z.string().optional(),
});

export const storedContentSchema = z.object({
  type: z.enum(messageTypes).exclude(["command"]),
  text: upTo(16_384),
  attachments: z.array(attachmentSchema).max(mostFiles),
  extra: messageExtraSchema,
  missing: z.array(mediaRefSchema).max(mostFiles).default([]).meta({ description: "Files to fetch later." }),
  places: z
    .array(z.int())
    .max(mostFiles)
    .default([])
    .meta({ description: "Where each attachment stood in the message." }),
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
