import { z } from "zod";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { groupings, intervals, longest, reportNames } from "../choices.ts";
import { cadences, maxRecipients, rollingRanges, savedScopes } from "./choices.ts";

const filterId = z.string().max(64);

/** What is shown; stored as it is. */
const shown = {
  range: z.enum(rollingRanges).meta({
    description:
      "The days that it covers, counted anew each time it is opened or sent. Those of days end today, weeks begin on Monday, all by the company's time zone.",
  }),
  interval: z
    .enum(intervals)
    .meta({ description: `How the series is divided. By hour, the range covers at most ${longest.hour} days.` }),
  by: z.enum(groupings).nullable().meta({ description: "By what it is divided; null: as this report usually is." }),
  comparison: z.boolean().meta({ description: "Whether figures are compared with as many days before." }),
  businessHours: z
    .boolean()
    .meta({ description: "Whether times count only inside the opening hours of the company's default calendar." }),
  channelId: filterId.nullable().meta({ description: "Only of this channel; null: of all." }),
  teamId: filterId.nullable().meta({ description: "Only of this team; null: of all." }),
  agentId: filterId.nullable().meta({ description: "Only of this user; NONE: of nobody; null: of all." }),
  tag: z.string().max(50).nullable().meta({ description: "Only of conversations that have this tag; null: of all." }),
};
export const savedQuerySchema = z.object(shown);
export type SavedQuery = z.output<typeof savedQuerySchema>;

export const scheduleSchema = z
  .object({
    every: z.enum(cadences).meta({ description: "How often it is mailed." }),
    weekday: z.int().min(1).max(7).default(1).meta({ description: "Of a week: 1 Monday to 7 Sunday." }),
    monthDay: z.int().min(1).max(31).default(1).meta({ description: "Of a month; where it is shorter, its last day." }),
    hour: z.int().min(0).max(23).default(8).meta({
      description:
        "By the company's time zone. Where clocks skip it: the moment after; where they show it twice: the first time.",
    }),
    recipients: z
      .array(z.string().max(64))
      .min(1)
      .max(maxRecipients)
      .meta({ description: "Ids of users who may read reports. Who no longer may, or was deactivated, gets none." }),
  })
  .meta({ id: "ReportSchedule", description: "When a report is mailed to whom." });

const nameField = z.string().trim().min(1).max(100);

export const savedReportSchema = z
  .object({
    id: idField,
    name: z.string(),
    report: z.enum(reportNames).meta({ description: "Which report it is." }),
    scope: z
      .enum(savedScopes)
      .meta({ description: "private: its owner's alone; company: of all who may read reports." }),
    userId: z.string().meta({ description: "Whose it is; of one of the company, who made it." }),
    ...shown,
    schedule: scheduleSchema.nullable().meta({ description: "When it is mailed to whom; null: it is not." }),
    dueAt: dateOut.nullable().meta({ description: "When it is mailed next; null: it is not." }),
    sentAt: dateOut.nullable().meta({ description: "When it was due last; null: never so far." }),
    error: z.string().meta({
      description:
        "Why nobody got it then: mail_off (this installation sends no mail), owner_gone (its owner may not read reports any more), no_reader (nor may anybody it is for), range_too_large (it covers more days than its interval allows), or the code of an error. Empty: it was mailed.",
    }),
    failed: z.int().meta({ description: "To how many of them the mail could not be delivered." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "SavedReport", description: "A report with its filters and a range that moves on, kept under a name." });
export type SavedReport = z.output<typeof savedReportSchema>;

const given = {
  name: nameField.meta({ description: "Unique among the saved reports of its owner, or of the company." }),
  scope: z.enum(savedScopes).meta({ description: "company needs clients_write." }),
  schedule: scheduleSchema.nullable().meta({
    description: "When it is mailed to whom; null: it is not. Mailing it to others than oneself needs clients_write.",
  }),
};

export const createSavedInput = z.object({
  name: given.name,
  report: z.enum(reportNames).meta({ description: "Which report it is." }),
  scope: given.scope.default("private"),
  range: shown.range.default("last_30_days"),
  interval: shown.interval.default("day"),
  by: shown.by.default(null),
  comparison: shown.comparison.default(true),
  businessHours: shown.businessHours.default(false),
  channelId: shown.channelId.default(null),
  teamId: shown.teamId.default(null),
  agentId: shown.agentId.default(null),
  tag: shown.tag.default(null),
  schedule: given.schedule.default(null),
});

const savedId = { savedReportId: z.string() };
export const savedIdInput = z.object(savedId);
export const deleteSavedInput = z.object({ ...savedId, ifMatch: ifMatchField });
export const updateSavedInput = z.object({
  ...savedId,
  ...savedQuerySchema.partial().shape,
  name: given.name.optional(),
  scope: given.scope.optional(),
  schedule: given.schedule.optional(),
  ifMatch: ifMatchField,
});

export const deletedSavedSchema = z.object({ id: z.string(), deleted: z.literal(true) });
export const sentSavedSchema = z.object({
  outcome: z
    .enum(["queued", "not_configured"])
    .meta({ description: "not_configured: this installation sends no mail." }),
  to: z.string().meta({ description: "The address of who asked." }),
});

export const readersSchema = z.object({
  mail: z.boolean().meta({ description: "Whether this installation sends mail." }),
  timeZone: z.string().meta({ description: "By whose clock reports are mailed." }),
  people: z.array(z.object({ id: idField, name: z.string() })).meta({ description: "Who may read reports." }),
});
export const mailedSchema = z.object({ mails: z.int(), more: z.boolean() });
