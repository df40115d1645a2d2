import { z } from "zod";
import { languages } from "#server/chatbots/choices.ts";
import { appearanceSchema } from "#server/chatbots/schema.ts";
import { clientMessageIdField, dateOut, emailField, isHttpUrl, wholeNumber } from "#server/core/fields.ts";
import { fieldTypes } from "#server/fields/choices.ts";
import { deliveryStates } from "#server/messages/choices.ts";
import { emojiField } from "#server/messages/schema.ts";
import { transcriptSchema } from "#server/messages/transcripts/schema.ts";

/** What the host page tells about itself is cut to size, never refused: a long referrer must not stop a chat. */
const cut = (length: number) => z.string().transform((text) => text.replaceAll("\0", "").slice(0, length));
const pageUrl = cut(2048).transform((text) => (isHttpUrl(text) ? text : ""));

const pageSchema = z
  .object({
    url: pageUrl.default("").meta({ description: "Address of the page the widget stands on." }),
    landing: pageUrl.default("").meta({ description: "Address the visit began with; its utm_* and gclid count." }),
    referrer: pageUrl.default(""),
    title: cut(255).default(""),
    gaClientId: cut(255).default("").meta({ description: "Client id of Google Analytics." }),
  })
  .meta({ id: "VisitorPage", description: "Where the visitor is and came from." });

export type VisitorPage = z.output<typeof pageSchema>;

/** As the browser sends it; the bot answers in the first language it speaks. */
const acceptLanguage = z.string().max(1024).default("");

export const channelConfigInput = z.object({ channelId: z.string(), acceptLanguage });

const phoneField = z.string().trim().min(1).max(32);

export const startSessionInput = z.object({
  channelId: z.string(),
  identity: z.string().max(4096).optional().meta({ description: "Signed identity: a JWT, HS256, aud = channel id." }),
  page: pageSchema.optional(),
  userAgent: z.string().max(1024).default(""),
  /** Session that the same browser already has, if any. */
  sessionId: z.string().optional(),
});

export const identityInput = startSessionInput.pick({ channelId: true, identity: true }).required();

const shared = {
  clientMessageId: clientMessageIdField.optional(),
  replyToId: z.string().min(1).max(64).optional().meta({ description: "The message of the conversation it answers." }),
};

const textContent = z.object({
  type: z.literal("text/plain"),
  body: z
    .string()
    .max(4096)
    .refine((text) => text.trim() !== "", { message: "Write something.", params: { code: "required" } }),
  ...shared,
});

const imageContent = z.object({
  type: z.literal("image"),
  uploadId: z.string().meta({ description: "An image uploaded by this visitor." }),
  caption: z.string().max(1024).default(""),
  ...shared,
});

const fileContent = z.object({
  type: z.literal("file"),
  uploadId: z.string().meta({ description: "A file uploaded by this visitor; its bytes say what the message is." }),
  caption: z.string().max(1024).default(""),
  voice: z.boolean().default(false).meta({ description: "A voice note." }),
  ...shared,
});

/** Text unless it says otherwise. */
const visitorContent = z.preprocess(
  (value) =>
    typeof value === "object" && value !== null && !("type" in value) ? { ...value, type: "text/plain" } : value,
  z.discriminatedUnion("type", [imageContent, fileContent, textContent]),
);
export type VisitorContent = z.output<typeof visitorContent>;

/** What the greeting depends on besides the seed, as it was when it was shown. */
const shownOpeningSchema = z.object({
  version: z.int().min(1).max(2_147_483_647).meta({ description: "Of the question list." }),
  open: z.boolean().meta({ description: "It was within the opening hours." }),
  offline: z.boolean().meta({ description: "Nobody of the team was online." }),
});

export type ShownOpening = z.output<typeof shownOpeningSchema>;

export const startConversationInput = z.object({
  message: visitorContent,
  page: pageSchema.optional(),
  acceptLanguage,
  openingSeed: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .default(0)
    .meta({ description: "As given by config: which greeting was shown." }),
  openingShown: shownOpeningSchema
    .nullish()
    .meta({ description: "As given by config; left out: the greeting is that of now." }),
  visitor: z
    .object({
      name: z.string().trim().min(1).max(255).optional(),
      email: emailField.optional(),
      phone: phoneField.optional(),
    })
    .optional(),
});

export const sendInput = z.object({ conversationId: z.string(), message: visitorContent });

export const reactInput = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  emoji: z
    .union([z.literal(""), emojiField])
    .default("")
    .meta({ description: "One emoji; empty: none any more." }),
});

export const visitorMessagesInput = z.object({
  conversationId: z.string(),
  after: wholeNumber(0).optional().meta({ description: "Only messages with a higher seq." }),
  before: wholeNumber(1).optional().meta({ description: "Only messages with a lower seq, newest first kept." }),
  limit: wholeNumber(1)
    .transform((limit) => Math.min(limit, 100))
    .default(50),
});

export const visitorTranscriptInput = z.object({ conversationId: z.string() });

export const askTranscriptInput = visitorTranscriptInput.extend({
  email: emailField.optional().meta({ description: "Where it goes; only where no address of the visitor is known." }),
});

const transcriptTo = z.string().meta({ description: "Where it goes, partly hidden; empty: no address is known." });

export const visitorTranscriptDraftSchema = z
  .object({ sendsMail: z.boolean().meta({ description: "Whether it can be had at all." }), to: transcriptTo })
  .meta({ id: "VisitorTranscriptDraft" });

export const visitorTranscriptSchema = z
  .object({ outcome: transcriptSchema.shape.outcome, to: transcriptTo })
  .meta({ id: "VisitorTranscript" });

export const typingInput = z.object({ conversationId: z.string(), typing: z.boolean().default(true) });

export const urlVisitInput = z.object({ conversationId: z.string().optional(), page: pageSchema });

export const visitorMessageSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    seq: z.int(),
    from: z.enum(["visitor", "robot", "agent"]),
    name: z.string().meta({ description: "First name of the agent, name of the bot." }),
    avatarUrl: z.string(),
    type: z.string(),
    text: z.string(),
    imageUrl: z.string(),
    imageWidth: z.int().nullable().meta({ description: "Width of the picture in pixels; null: not known." }),
    imageHeight: z.int().nullable().meta({ description: "Height of the picture in pixels; null: not known." }),
    file: z
      .object({ name: z.string(), contentType: z.string(), size: z.int(), url: z.string() })
      .nullable()
      .meta({ description: "A sound, film or other file; null: none." }),
    quotedId: z.string().nullable().meta({ description: "The message it answers; null: none." }),
    reactions: z.array(z.string()).meta({ description: "Reactions to it, as emoji." }),
    reacted: z.string().nullable().meta({ description: "The visitor's own among them; null: none." }),
    options: z.array(z.string()).meta({ description: "Quick replies offered with it." }),
    survey: z
      .object({
        id: z.string(),
        scale: z.enum(["stars", "thumbs"]),
        rating: z.int().nullable().meta({ description: "The visitor's answer; null: none so far." }),
        comment: z.string(),
        askComment: z.boolean().meta({ description: "Whether a comment is wanted." }),
      })
      .nullable()
      .meta({ description: "It asks how satisfied the visitor was, 1 to 5; null: it does not." }),
    status: z.enum(deliveryStates),
    clientMessageId: z.string().nullable(),
    edited: z.boolean(),
    createdAt: dateOut,
  })
  .meta({ id: "VisitorMessage", description: "A message as its visitor sees it." });

export type VisitorMessage = z.infer<typeof visitorMessageSchema>;

export const visitorConversationSchema = z
  .object({
    id: z.string(),
    closed: z.boolean(),
    botActive: z.boolean().meta({ description: "The bot answers; off once a person has taken over." }),
    lastSeq: z.int(),
    readSeq: z.int().meta({ description: "How far the visitor has read." }),
    unread: z.int().meta({ description: "Messages of the team after that." }),
    fields: z
      .array(
        z.object({
          label: z.string(),
          type: z.enum(fieldTypes),
          value: z.union([z.string(), z.number(), z.boolean()]),
        }),
      )
      .meta({ description: "What the company keeps of the conversation and shows to its visitor." }),
  })
  .meta({ id: "VisitorConversation" });

export type VisitorConversation = z.infer<typeof visitorConversationSchema>;

const openingSchema = z.object({
  seed: z.int(),
  shown: shownOpeningSchema.nullable().meta({ description: "Sent back with the first message; null: no bot answers." }),
  messages: z.array(z.object({ text: z.string(), imageUrl: z.string(), options: z.array(z.string()) })),
});

export const configSchema = z
  .object({
    channelId: z.string(),
    company: z.string(),
    appearance: appearanceSchema,
    language: z.enum(languages).meta({ description: "Of the bot; the screen follows appearance.language." }),
    bot: z.object({ name: z.string() }).nullable(),
    opening: openingSchema.meta({ description: "What the bot says before the visitor writes." }),
    businessHours: z.object({ open: z.boolean(), timeZone: z.string(), initialMessage: z.string() }).nullable().meta({
      description:
        "Whether people are there: by the chatbot's hours, else by the company's default calendar. null: there are neither.",
    }),
    identityRequired: z.boolean(),
    transcripts: z.boolean().meta({ description: "Whether visitors may have their conversation mailed to them." }),
  })
  .meta({ id: "WidgetConfig", description: "What the widget needs before anybody has written." });

export type WidgetConfig = z.infer<typeof configSchema>;

export const sessionSchema = z
  .object({
    token: z.string().meta({ description: "Keep it; it reaches only this visitor's conversations of this channel." }),
    visitorId: z
      .string()
      .meta({ description: "Who it is: `sub` of the signed identity, else an id of this browser's." }),
    adopted: z.string().nullable().meta({
      description: "Id of the anonymous visitor of the same browser whose conversations came over now; null: none did.",
    }),
    visitor: z.object({ name: z.string(), email: z.string(), phone: z.string(), verified: z.boolean() }),
    conversation: visitorConversationSchema.nullable(),
  })
  .meta({ id: "VisitorSession" });

export const sentSchema = z.object({ message: visitorMessageSchema, conversation: visitorConversationSchema });

export const startedSchema = z.object({
  messages: z.array(visitorMessageSchema).meta({ description: "The greeting, then the visitor's own message." }),
  conversation: visitorConversationSchema,
});
