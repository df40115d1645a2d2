import { z } from "zod";
import { channelNames } from "#server/conversations/choices.ts";
import { conversationFilters } from "#server/conversations/schema.ts";
import { booleanText, dateIn, dateOut, idField } from "#server/core/fields.ts";
import { cursorInput, pageInput } from "#server/core/page-fields.ts";
import { messageSchema } from "../schema.ts";

const { channel, tags, assignedTo, agent, status, teamId } = conversationFilters;

export const searchMessagesInput = z.object({
  q: z.string().trim().min(1).max(200).meta({
    description:
      'What to look for: every word must be in the message, in any order; "words in quotes" stand together. Case and accents do not count. One word of at least three characters is needed, or of two in Chinese, Japanese or Korean.',
  }),
  channel,
  tags,
  assignedTo,
  agent,
  status,
  teamId,
  fromType: z.enum(["visitor", "user", "robot"]).optional().meta({ description: "Who wrote it." }),
  hasFile: booleanText.optional().meta({ description: "true: with an image, a recording or another file." }),
  fromDate: dateIn.optional().meta({ description: "Written at or after this time." }),
  toDate: dateIn.optional().meta({ description: "Written at or before this time." }),
  limit: pageInput.limit,
  ...cursorInput,
});
export type SearchMessages = z.output<typeof searchMessagesInput>;

const snippetSchema = z
  .object({
    text: z.string().meta({ description: "One line of at most about 200 characters around what was found first." }),
    marks: z
      .array(
        z.object({
          start: z.int().meta({ description: "Units of `text` before it." }),
          length: z.int().meta({ description: "Units that it takes." }),
        }),
      )
      .meta({ description: "Where the words stand in `text`, in UTF-16 units, in order and apart." }),
  })
  .meta({ id: "Snippet", description: "The line of a message in which the words were found." });

const foundMessageSchema = z
  .object({
    message: messageSchema,
    snippet: snippetSchema,
    conversation: z
      .object({
        id: idField,
        visitorName: z.string(),
        channel: z.enum(channelNames),
        closed: z.boolean(),
        lastMessageAt: dateOut.nullable(),
      })
      .meta({ description: "Where it was said." }),
  })
  .meta({ id: "FoundMessage", description: "A message in which what was looked for is found." });

export const foundMessagesPage = z.object({
  data: z.array(foundMessageSchema),
  nextCursor: z.string().nullable().meta({
    description: "Opaque; null at the end. A page may hold fewer rows than its limit, or none, and yet have one.",
  }),
});
