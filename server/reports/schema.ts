import { z } from "zod";
import { booleanText, dateIn, dateOut, idField } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";
import { figureNames, groupings, intervals, metrics, reportNames, units } from "./choices.ts";

const number = (description: string) => z.number().nullable().meta({ description });

export const definitionSchema = z
  .object({
    name: z.enum(figureNames),
    unit: z.enum(units).meta({
      description:
        "seconds: value is the median; duration: seconds, added up; share: value is 0 to 1; score: value is the mean, 1 to 5.",
    }),
    description: z.string().meta({ description: "What is counted, in words." }),
    reports: z.array(z.enum(reportNames)).meta({ description: "Reports that show it." }),
  })
  .meta({ id: "ReportDefinition", description: "What a figure means." });
export type FigureDefinition = z.output<typeof definitionSchema>;

export const definitionsSchema = z.object({
  definitions: z.array(definitionSchema).meta({ description: "Every figure of every report." }),
});

export const figureSchema = z
  .object({
    name: z.enum(figureNames),
    value: number(
      "The figure: a count, the median of a time in seconds, seconds added up, an amount, a share from 0 to 1, or a mean of 1 to 5.",
    ),
    count: z.int().meta({ description: "How many facts it is made of: the size of its list." }),
    mean: number("Of a time, in seconds."),
    median: number("Of a time, in seconds."),
    p90: number("Of a time, in seconds: nine of ten took no longer."),
  })
  .meta({ id: "ReportFigure", description: "One figure." });
export type Figure = z.output<typeof figureSchema>;

const figuresField = z.array(figureSchema).meta({ description: "The report's figures, in the order of definitions." });

const filters = {
  from: dateIn.optional().meta({ description: "Beginning, included. Absent: 30 days before the end." }),
  to: dateIn.optional().meta({ description: "End, not included. Absent: now." }),
  channelId: z.string().max(64).optional().meta({ description: "Only of this channel." }),
  teamId: z.string().max(64).optional().meta({ description: "Only of this team." }),
  agentId: z.string().max(64).optional().meta({ description: "Only of this user; NONE: of nobody." }),
  tag: z.string().max(50).optional().meta({ description: "Only of conversations that have this tag now." }),
  businessHours: booleanText
    .default(false)
    .meta({ description: "Times count only inside the opening hours of the company's default calendar." }),
};

/** Days of at most 400, as of a report by day. */
const { businessHours: _hours, ...rangeAndFilters } = filters;
export const timesInput = z.object({
  ...rangeAndFilters,
  teamId: z.string().max(64).optional().meta({ description: "Only of this team, now." }),
  agentId: z.string().max(64).optional().meta({ description: "Only of whom this user holds now; NONE: of nobody." }),
});
export const timesPieceInput = timesInput.extend({ cursor: z.string().max(2000).optional() });
export const timesPieceSchema = z.object({
  csv: z.string().meta({ description: "A piece of the file; the first begins with the heads of the columns." }),
  rows: z.int(),
  nextCursor: z.string().nullable(),
});

const nameField = z
  .string()
  .max(64)
  .meta({ description: `One of ${reportNames.join(", ")}.` });

export const reportInput = z.object({
  name: nameField,
  ...filters,
  interval: z.enum(intervals).default("day").meta({ description: "How the series is divided." }),
  by: z.enum(groupings).optional().meta({ description: "By what it is divided; absent: as this report usually is." }),
});

export const reportSchema = z
  .object({
    name: z.enum(reportNames),
    from: dateOut,
    to: dateOut,
    interval: z.enum(intervals).meta({ description: "How the series is divided." }),
    timeZone: z.string().meta({ description: "The company's time zone, by which days are divided." }),
    businessHours: z.boolean().meta({ description: "Whether times count only inside opening hours." }),
    calendarName: z
      .string()
      .nullable()
      .meta({ description: "The company's default calendar, by whose hours it is; null: none, and all time counts." }),
    narrowed: z.boolean().meta({
      description:
        "Whether only conversations count that the reader may read, because their role or token reaches no further.",
    }),
    definitions: z.array(definitionSchema).meta({ description: "What the figures of this report mean." }),
    total: figuresField,
    series: z
      .array(
        z.object({
          from: dateOut.meta({ description: "Beginning of the hour, day, week or month." }),
          figures: figuresField,
        }),
      )
      .meta({ description: "The range divided by the interval, also where nothing happened." }),
    groups: z
      .array(
        z.object({
          by: z.enum(groupings).meta({ description: "By what the report is divided." }),
          id: z.string().meta({
            description:
              "Of the agent, channel, phase, team, service level or campaign, the tag, the step of the flow, the utm_source, or the reason of a loss; empty: of none.",
          }),
          name: z
            .string()
            .meta({ description: "As it is called today, or was called last; empty where that is not known." }),
          figures: z.array(figureSchema).meta({
            description:
              "The report's figures, in the order of definitions; by step or reason, only those of steps or of losses.",
          }),
        }),
      )
      .meta({
        description:
          "The figures of each agent, channel, tag, phase, team, service level, campaign, step, source or reason.",
      }),
    hours: z
      .array(
        z.object({
          metric: z.enum(metrics).meta({ description: "What is counted: created or message_in." }),
          weekday: z.int().meta({ description: "1 Monday to 7 Sunday." }),
          hour: z.int().meta({ description: "0 to 23." }),
          count: z.int(),
        }),
      )
      .meta({ description: "By hour of the week, where the report shows it." }),
  })
  .meta({ id: "Report", description: "Figures of a range of time: in all, over time, and divided." });
export type Report = z.output<typeof reportSchema>;

export const rowsInput = z.object({
  name: nameField,
  ...filters,
  figure: z.enum(figureNames).optional().meta({ description: "The figure; absent: the report's first." }),
  phaseId: z.string().max(64).optional().meta({ description: "Only of this phase, in the pipeline's report." }),
  policyId: z.string().max(64).optional().meta({ description: "Only of this service level, in its report." }),
  campaignId: z.string().max(64).optional().meta({ description: "Only of this campaign, in the campaigns' report." }),
  step: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "Only of this step of the flow (its internal_name), in the bot's report." }),
  source: z.string().max(256).optional().meta({
    description: "Only of this utm_source; NONE: of none; =NONE: of one that says so. In the pipeline's report.",
  }),
  reason: z.string().max(201).optional().meta({
    description:
      "Only what was lost for this reason; NONE: for none; =NONE: for one that says so. In the pipeline's report.",
  }),
  ...pageInput,
  ...cursorInput,
});

export const factSchema = z
  .object({
    id: z.string().meta({
      description:
        "Of the event that was measured, of the conversation, of the campaign's message, or of an agent's stretch.",
    }),
    at: dateOut.meta({ description: "When it was measured: when the time ended." }),
    value: z.number().meta({ description: "Seconds, an amount, a rating, or 1." }),
    conversationId: z
      .string()
      .meta({ description: "Empty where a campaign's message has none, and of an agent's available time." }),
    visitorName: z.string().meta({ description: "Empty when unknown, or for who may not read conversations." }),
    contactId: z.string().nullable(),
    agentId: z.string().nullable().meta({ description: "Who answered, or held it then; null: nobody." }),
    agentName: z.string().meta({ description: "Whose available time it is; empty where it is of a conversation." }),
    teamId: z.string().nullable().meta({ description: "Its team then, or the agent's only one; null: none." }),
    channelId: z.string().nullable(),
    phaseId: z.string().nullable(),
    policyId: z.string().nullable().meta({ description: "The service level that was kept or not; null: none." }),
    campaignId: z.string().nullable().meta({ description: "The campaign whose message was measured; null: none." }),
    chatbotId: z.string().nullable(),
    step: z.string().nullable().meta({ description: "internal_name of the step whose question it was; null: none." }),
    source: z
      .string()
      .nullable()
      .meta({ description: "utm_source of the conversation, where a phase was measured; null: none." }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why it was lost, where it entered a phase; null: nobody has said." }),
    comment: z
      .string()
      .meta({ description: "What the visitor added to a rating; empty: nothing, or it is no rating." }),
    isBot: z.boolean().meta({ description: "Whether a chatbot did it." }),
    tags: z.array(z.string()).meta({ description: "Of the conversation, now." }),
  })
  .meta({ id: "ReportRow", description: "One thing that was measured." });
export type Fact = z.output<typeof factSchema>;

export const rowsSchema = pageOf(factSchema);

export const liveSchema = z.object({
  waiting: z.int().meta({ description: "Conversations in which a visitor waits for a human now." }),
  longestSince: dateOut.nullable().meta({ description: "Since when the first of them waits; null: nobody does." }),
  longestId: z.string().nullable().meta({ description: "That conversation." }),
  open: z.int().meta({ description: "Open conversations." }),
  agents: z.array(
    z.object({
      id: idField,
      name: z.string(),
      available: z.boolean().meta({ description: "Connected, and not away: as assignment sees it." }),
      open: z.int().meta({ description: "Open conversations that they hold." }),
    }),
  ),
});
export type Live = z.output<typeof liveSchema>;

export const waitingInput = z.object(pageInput);
export const waitingSchema = pageOf(
  z.object({
    conversationId: idField,
    visitorName: z.string().meta({ description: "Empty when unknown, or for who may not read conversations." }),
    since: dateOut.nullable().meta({ description: "Since when a human is needed." }),
    agentId: z.string().nullable().meta({ description: "Who holds it; null: nobody." }),
  }),
);

export const recomputedSchema = z.object({ conversations: z.int(), facts: z.int() });
export const foldedSchema = z.object({ days: z.int() });
