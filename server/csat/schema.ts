import { z } from "zod";
import { channelNames } from "#server/conversations/choices.ts";
import { booleanText, commaListOf, dateIn, dateOut, idField } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";
import { csatScales, csatStates, maxComment, maxQuestion } from "./choices.ts";

const ratings = ["1", "2", "3", "4", "5"] as const;

const words = {
  enabled: "Whether people are asked after their conversation closed. Only where a person of the team has written.",
  delayMinutes: "Minutes between the close and the question; reopened meanwhile, it is not asked.",
  everyDays: "The same person is asked at most once in so many days; 0: after each close.",
  scale: "stars: 1 to 5; thumbs: up or down, which are 5 and 1.",
  question: "The question; empty: the standard one, in the visitor's language.",
  askComment: "Whether people are offered to add a comment to their answer.",
  lowTask: "Whether a rating of 1 or 2 becomes a task of the assignee.",
  templates: "Approved templates that ask on WhatsApp after the 24-hour window; without one it is not asked then.",
};

const template = z.object({
  channelId: z.string().max(64).meta({ description: "The WhatsApp channel." }),
  templateId: z.int().meta({ description: "Number of its template." }),
});
const fields = {
  enabled: z.boolean().meta({ description: words.enabled }),
  delayMinutes: z.int().min(0).max(10_080).meta({ description: words.delayMinutes }),
  everyDays: z.int().min(0).max(365).meta({ description: words.everyDays }),
  scale: z.enum(csatScales).meta({ description: words.scale }),
  question: z.string().trim().max(maxQuestion).meta({ description: words.question }),
  askComment: z.boolean().meta({ description: words.askComment }),
  lowTask: z.boolean().meta({ description: words.lowTask }),
  templates: z.array(template).max(50).meta({ description: words.templates }),
};

export const csatSettingsSchema = z
  .object({ ...fields, updatedAt: dateOut.nullable().meta({ description: "null: never changed." }) })
  .meta({ id: "CsatSettings", description: "How people are asked whether they were satisfied." });
export type CsatSettingsView = z.output<typeof csatSettingsSchema>;

export const updateCsatSettingsInput = z.object(fields).partial();

export const csatResponseSchema = z
  .object({
    id: idField,
    conversationId: idField,
    contactId: z.string().nullable().meta({ description: "The conversation's contact; null: none." }),
    visitorName: z.string().meta({ description: "Empty when unknown." }),
    channel: z.enum(channelNames).meta({ description: "Where it was asked." }),
    channelId: idField,
    agentId: z.string().nullable().meta({ description: "Who held the conversation when it closed; null: nobody." }),
    teamId: z.string().nullable().meta({ description: "Its team then; null: none." }),
    state: z.enum(csatStates).meta({ description: "due: not asked yet; skipped: not asked, see reason." }),
    reason: z.string().meta({
      description:
        "Why it was not asked: recent, reopened, disabled, window_closed, channel_gone, or an error's code; else empty.",
    }),
    scale: z.enum(csatScales).meta({ description: words.scale }),
    rating: z.int().nullable().meta({ description: "1 to 5, of thumbs 1 or 5; null: no answer." }),
    good: z.boolean().nullable().meta({ description: "4 and 5 are good; null: no answer." }),
    comment: z.string().meta({ description: "What the visitor added; empty: nothing." }),
    messageId: z.string().nullable().meta({ description: "The message that asked; null: not asked." }),
    closedAt: dateOut.meta({ description: "When the conversation closed." }),
    askedAt: dateOut.nullable().meta({ description: "null: not asked." }),
    answeredAt: dateOut.nullable().meta({ description: "null: no answer." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "CsatResponse", description: "One question about a closed conversation, and its answer." });
export type CsatResponseView = z.output<typeof csatResponseSchema>;

export const csatPage = pageOf(csatResponseSchema);

export const listCsatInput = z.object({
  state: commaListOf(csatStates)
    .optional()
    .meta({ description: `Any of ${csatStates.join(", ")}; comma-separated.` }),
  rating: commaListOf(ratings).optional().meta({ description: "Any of these ratings; comma-separated." }),
  good: booleanText.optional().meta({ description: "true: ratings of 4 and 5; false: 1 to 3." }),
  commented: booleanText.optional().meta({ description: "Only with a comment, or only without." }),
  agentId: z.string().max(64).optional().meta({ description: "Only of this user; NONE: of nobody." }),
  teamId: z.string().max(64).optional().meta({ description: "Only of this team; NONE: of none." }),
  channelId: z.string().max(64).optional().meta({ description: "Only of this channel." }),
  conversationId: z.string().max(64).optional().meta({ description: "Only of this conversation." }),
  contactId: z.string().max(64).optional().meta({ description: "Only of this contact's conversations." }),
  answeredFrom: dateIn.optional().meta({ description: "Answered at this time or later." }),
  answeredTo: dateIn.optional().meta({ description: "Answered at this time or before." }),
  ...pageInput,
  ...cursorInput,
});
export type CsatFilters = Omit<z.output<typeof listCsatInput>, "limit" | "offset" | "page" | "cursor">;

export const csatResponseIdInput = z.object({ csatResponseId: z.string() });

/** A visitor in the widget. */
export const rateInput = z.object({
  conversationId: z.string(),
  surveyId: z.string().meta({ description: "From `survey` of the message that asks." }),
  rating: z.int().min(1).max(5).optional(),
  comment: z.string().trim().min(1).max(maxComment).optional(),
});
