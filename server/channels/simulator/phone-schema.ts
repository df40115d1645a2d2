import { z } from "zod";

/** What a person can do on the simulated phone. */
export const phoneTypes = [
  "text",
  "image",
  "audio",
  "video",
  "document",
  "sticker",
  "location",
  "contacts",
  "button",
  "reaction",
  "edit",
  "delete",
  "unsupported",
  "order",
] as const;

export const phoneMessageInput = z.object({
  channelId: z.uuid(),
  /** Number or id of the simulated customer. */
  peer: z
    .string()
    .trim()
    .regex(/^(\d{5,17}|[A-Z]{2}\.\w{1,60})$/, { message: "Digits, or a user id such as US.123." }),
  name: z.string().trim().max(100).default(""),
  type: z.enum(phoneTypes),
  text: z.string().max(4096).default(""),
  /** Address of an upload, for files. */
  url: z.string().max(2048).default(""),
  /** The message that is quoted, tapped, reacted to, edited or deleted. */
  target: z.string().max(1024).default(""),
  /** Of a tapped button or row: its payload. */
  choice: z.string().max(1024).default(""),
  latitude: z.number().min(-90).max(90).default(-34.6037),
  longitude: z.number().min(-180).max(180).default(-58.3816),
  fromAd: z.boolean().default(false).meta({ description: "The message comes from a click on an ad." }),
});

export type PhoneMessage = z.output<typeof phoneMessageInput>;

export const phoneBubbleSchema = z.object({
  id: z.string(),
  direction: z.enum(["in", "out"]),
  body: z.record(z.string(), z.unknown()).meta({ description: "The message as the platform has it." }),
  status: z.string(),
  media: z.string().meta({ description: "Address of a file that was sent or uploaded; empty for others." }),
  mediaName: z.string().meta({ description: "What the file is called; empty for others." }),
  reaction: z.string().meta({ description: "The business's reaction on it; empty: none." }),
  createdAt: z.date(),
});

export const phoneThreadSchema = z.object({
  peer: z.string(),
  name: z.string(),
  lastAt: z.date(),
  messages: z.int(),
});
