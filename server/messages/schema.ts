import { z } from "zod";
import { booleanText, clientMessageIdField, dateOut, httpUrl, idField } from "#server/core/fields.ts";
import { cursorInput, pageInput, paginationSchema } from "#server/core/page-fields.ts";
import { messageTypes } from "#server/core/words.ts";
import { deliveryStates, missingCodes, reactionFailures } from "./choices.ts";
import { arrivedSchema, holdsSchema } from "./status/schema.ts";

const commandNames = [
  "intervened",
  "bot_paused",
  "bot_resumed",
  "assigned",
  "unassigned",
  "team_assigned",
  "team_unassigned",
  "transferred",
  "closed",
  "opened",
  "phase_changed",
  "tag_added",
  "tag_removed",
  "contact_linked",
  "template_sent",
  "url_visit",
  "operator_needed",
  "opted_in",
  "marketing_stopped",
  "marketing_resumed",
  "number_changed",
  "snoozed",
  "unsnoozed",
  "merged_into",
  "merged_from",
] as const;
export type CommandName = (typeof commandNames)[number];

export const attachmentSchema = z.object({
  title: z.string(),
  text: z.string(),
  image_url: z.string().meta({ format: "uri" }),
  width: z.int().optional().meta({ description: "Width of the picture in pixels, where it is known." }),
  height: z.int().optional().meta({ description: "Height of the picture in pixels, where it is known." }),
});

export type Attachment = z.infer<typeof attachmentSchema>;

const commandSchema = z.object({
  name: z.enum(commandNames),
  actorId: z.string(),
  targetId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

/** What channels add to a message. Every key is optional. */
export const messageExtraSchema = z
  .object({
    quoted: z
      .object({ messageId: z.string().nullable(), externalId: z.string() })
      .optional()
      .meta({ description: "The message this one answers; messageId null when it is not known here." }),
    reactions: z
      .array(
        z.object({
          emoji: z.string(),
          by: z.string(),
          from: z.enum(["team", "visitor"]).optional().meta({ description: "Of whom; absent: of the visitor." }),
          failed: z.string().optional().meta({ description: "Why the platform did not take it." }),
          failedWhy: z.enum(reactionFailures).optional().meta({ description: "The same for programs." }),
        }),
      )
      .optional()
      .meta({ description: "Reactions to this message: one of the visitor, one of the team; `by` is their id." }),
    reactedAt: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "When the visitor last reacted, or took it back, by the platform's clock; by their id." }),
    deleted: z.boolean().optional().meta({
      description: "Its author has deleted it at the platform, or the company keeps what was said no longer.",
    }),
    place: z
      .object({ latitude: z.number(), longitude: z.number(), name: z.string(), address: z.string() })
      .optional()
      .meta({ description: "Of a location." }),
    files: z
      .array(
        z.object({
          name: z.string(),
          contentType: z.string(),
          size: z.int().meta({ description: "In bytes; 0: not known." }),
          url: z.string(),
          durationMs: z.int().optional().meta({ description: "Of a sound or film, in milliseconds." }),
          voice: z.boolean().optional().meta({ description: "A voice note; false: it leaves as a sound instead." }),
        }),
      )
      .optional()
      .meta({ description: "Files of audio, video and file messages." }),
    survey: z
      .object({
        id: z.string().meta({ description: "Of the CsatResponse." }),
        scale: z.enum(["stars", "thumbs"]).meta({ description: "1 to 5 stars, or thumbs: 5 and 1." }),
        rating: z.int().nullable().meta({ description: "The visitor's answer; null: none so far." }),
        comment: z.string().meta({ description: "What they added; empty: nothing." }),
        askComment: z.boolean().meta({ description: "Whether a comment is wanted." }),
      })
      .optional()
      .meta({ description: "It asks how satisfied the visitor was, or answers that." }),
    rule: z.string().optional().meta({ description: "Id of the automation rule that wrote it." }),
    missing: z.string().optional().meta({ description: "Why a file of the visitor could not be fetched." }),
    missingWhy: z
      .object({
        code: z.enum(missingCodes),
        limit: z.int().optional().meta({ description: "Of too_large in megabytes, of too_many in files." }),
      })
      .optional()
      .meta({ description: "The same for programs; not_yet: it is asked for again." }),
    what: z.string().optional().meta({ description: "The platform's word for a type that cannot be shown." }),
    about: z
      .object({
        kind: z.enum(["story_mention", "story_reply", "story", "share", "reel", "post", "link", "product"]),
        title: z.string(),
        url: z.string(),
      })
      .optional()
      .meta({
        description: "The story, post, reel, link or product it mentions, answers or shares; url may be empty.",
      }),
    answers: z
      .array(z.object({ label: z.string(), value: z.string() }))
      .optional()
      .meta({ description: "What the visitor filled in, of a form (WhatsApp Flow)." }),
    description: z.string().optional().meta({ description: "The second line of the list row that was chosen." }),
    call: z
      .object({
        kind: z.enum(["missed", "permission_accepted", "permission_declined"]),
        until: z.string().nullable().meta({ description: "Until when calls are allowed; null: without end." }),
      })
      .optional()
      .meta({ description: "A call that nobody took, or the visitor's answer to whether they may be called." }),
    product: z
      .object({ catalogId: z.string(), productId: z.string() })
      .optional()
      .meta({ description: "The product the visitor asks about." }),
    forwarded: z.boolean().optional(),
    elsewhere: z
      .boolean()
      .optional()
      .meta({ description: "Written by the team outside of here: on the phone app or in the page's inbox." }),
    template: z
      .object({ name: z.string(), language: z.string() })
      .optional()
      .meta({ description: "The template it was made with." }),
    buttons: z
      .array(
        z.object({
          kind: z.enum(["link", "phone", "code"]).meta({ description: "Opens, calls or copies its value." }),
          text: z.string().meta({ description: "What stands on it; empty where the platform writes its own words." }),
          value: z.string().meta({ description: "The address, the number or the code." }),
        }),
      )
      .optional()
      .meta({ description: "Of a template, beside its quick replies: address, number or code, as it was sent." }),
    numbered: z.boolean().optional().meta({ description: "Its options were sent as numbered text." }),
    failureCode: z.string().optional().meta({ description: "The platform's code of the failure." }),
    arrived: arrivedSchema.optional().meta({ description: "Of one in parts that failed: what the platform has." }),
    lost: z
      .array(holdsSchema)
      .optional()
      .meta({ description: "Of one in parts that failed: what the platform had taken and has lost since." }),
    action: z
      .enum(["template", "reconnect"])
      .optional()
      .meta({ description: "What helps after a failure: send a template, connect the channel again." }),
  })
  .meta({ id: "MessageExtra", description: "What messaging channels add to a message." });

export type MessageExtra = z.infer<typeof messageExtraSchema>;

export const messageSchema = z
  .object({
    id: idField,
    conversationId: z.string(),
    seq: z.int().meta({ description: "1, 2, 3 ... without gaps in its conversation, commands included." }),
    user: z.string().meta({ description: "Sender id." }),
    userName: z.string(),
    fromType: z.enum(["user", "robot", "visitor", "system"]),
    senderType: z.enum(["user", "robot", "visitor", "externalOperator", "system"]),
    type: z.enum(messageTypes),
    text: z.string(),
    attachments: z.array(attachmentSchema),
    responseOptions: z.array(z.string()).meta({ description: "Quick replies offered with it." }),
    command: commandSchema.nullable(),
    status: z.enum(deliveryStates),
    failureReason: z.string().nullable(),
    clientMessageId: z.string().nullable(),
    edited: z.boolean(),
    extra: messageExtraSchema.optional(),
    sendAt: dateOut.optional().meta({ description: "Of one that waits for its time: when it leaves. Its seq is 0." }),
    scheduledMessageId: z.string().optional().meta({ description: "Of one that waits for its time." }),
    createdAt: dateOut,
  })
  .meta({ id: "Message", description: "One message, or command, of a conversation." });

export type Message = z.infer<typeof messageSchema>;

export const messagePage = z.object({ pagination: paginationSchema, data: z.array(messageSchema) });

export const fileInput = z.object({
  uploadId: z.string().min(1).max(64).optional().meta({ description: "A file of POST /v1/uploads." }),
  url: httpUrl.optional().meta({ description: "In place of uploadId: where the file lies." }),
  fileName: z.string().max(255).optional().meta({ description: "What it is called; else as it was uploaded." }),
  caption: z.string().max(1024).default(""),
  voice: z.boolean().default(false).meta({ description: "A voice note, where the channel has them." }),
});

export const outboundTypes = ["text/plain", "image", "video", "audio", "file"] as const;

const content = {
  type: z.enum(outboundTypes).default("text/plain"),
  body: z.string().max(4096).optional().meta({ description: "Text, 1 to 4096 characters, for text/plain." }),
  message: fileInput.optional().meta({ description: "The file, for image, video, audio and file." }),
  replyToId: z.string().min(1).max(64).optional().meta({ description: "The message of the conversation it answers." }),
  response_options: z.array(z.string().min(1).max(80)).max(20).optional(),
  clientMessageId: clientMessageIdField.optional(),
};

type Content = {
  type: (typeof outboundTypes)[number];
  body?: string | undefined;
  message?: { url?: string | undefined; uploadId?: string | undefined } | undefined;
};

/** text/plain needs a body, all others a message with a url or an uploadId. */
export function requireContent(value: Content, context: z.RefinementCtx): void {
  const { url, uploadId } = value.message ?? {};
  if (value.type !== "text/plain" && (url === undefined) === (uploadId === undefined)) {
    context.addIssue({
      code: "custom",
      path: ["message"],
      message: "A file needs message.uploadId or message.url, one of them.",
      params: { code: "required" },
    });
  }
  if (value.type === "text/plain" && (value.body ?? "").trim() === "") {
    context.addIssue({
      code: "custom",
      path: ["body"],
      message: "A text needs a body of 1 to 4096 characters.",
      params: { code: "required" },
    });
  }
}

export const sendMessageInput = z
  .object({
    conversationId: z.string(),
    from: z.string().trim().min(1).max(64).meta({ description: "Sender id; a user id for agents." }),
    fromType: z.enum(["user", "robot", "visitor"]),
    ...content,
  })
  .superRefine(requireContent);

/** What a person writes in the inbox: the sender is the person. */
export const replyInput = z.object({ conversationId: z.string(), ...content }).superRefine(requireContent);
export type ReplyInput = z.input<typeof replyInput>;

const position = z.union([z.int().min(0), z.string().min(1).max(64)]);

export const listMessagesInput = z.object({
  conversationId: z.string(),
  includeCommands: booleanText.default(false).meta({ description: "Also commands (system messages)." }),
  before: position.optional().meta({ description: "Message id, seq or date-time: only earlier ones." }),
  after: position.optional().meta({ description: "Message id, seq or date-time: only later ones." }),
  order: z.enum(["asc", "desc"]).default("asc").meta({ description: "asc: oldest first; desc: newest first." }),
  ...pageInput,
  ...cursorInput,
});

const emoji = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)/u;
const signs = new Intl.Segmenter("und", { granularity: "grapheme" });

export const emojiField = z
  .string()
  .max(64)
  .refine((text) => emoji.test(text) && [...signs.segment(text)].length === 1, { message: "Send one emoji." });

export const reactionInput = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  emoji: emojiField.meta({ description: "One emoji. It replaces the team's earlier one." }),
});

export const messageIdInput = z.object({ conversationId: z.string(), messageId: z.string() });

export const editMessageInput = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  body: z.string().trim().min(1).max(4096),
});
