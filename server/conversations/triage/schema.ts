import { z } from "zod";
import { readDate } from "#server/base/dates.ts";
import { booleanText, commaListOf, dateIn, dateOut } from "#server/core/fields.ts";
import { priorities } from "../choices.ts";

/** Why what was put off came back. */
const snoozeEnds = ["time", "visitor", "person", "closed"] as const;
export type SnoozeEnd = (typeof snoozeEnds)[number];

/** Of the Conversation resource (W4). */
export const triageFields = {
  waitingSince: dateOut.nullable().meta({
    description:
      "Time of the first message of the visitor that no human has answered since; null when nobody waits. An answer of the bot counts while it is on and hands nothing over; closing ends the wait.",
  }),
  priority: z.enum(priorities).meta({ description: "How pressing it is." }),
  snoozedUntil: dateOut.nullable().meta({ description: "Put off until then; null: not put off." }),
  snoozedBy: z.string().meta({ description: "Who put it off: id of a user or token; empty when nobody has." }),
  returnedAt: dateOut.nullable().meta({
    description:
      "When it last came back after it was put off; in the order of lastMessageAt it stands where a message of then would.",
  }),
};

/** Of the lists of conversations. */
export const triageFilters = {
  waiting: booleanText.optional().meta({ description: "true: the visitor waits for a human (waitingSince)." }),
  priority: commaListOf(priorities).optional().meta({ description: "Comma-separated priorities." }),
  snoozed: booleanText.optional().meta({ description: "true: put off; false: not." }),
  nextStep: booleanText
    .optional()
    .meta({ description: "false: open, and no open task is about it; true: an open task is about it." }),
};

export const priorityField = z.enum(priorities).meta({ description: "How pressing it is." });

/** The time of a snooze, for lists of actions that are kept: as it was written, or so long from when it runs. */
export const keptSnoozeFields = {
  until: z
    .string()
    .refine((text) => readDate(text) !== undefined, { message: "Not an ISO 8601 date." })
    .optional()
    .meta({ description: "Put off until then: an ISO 8601 date-time in the future." }),
  minutes: z
    .int()
    .min(1)
    .max(525_600)
    .optional()
    .meta({ description: "Instead of until: put off for so many minutes from when it runs." }),
};

export const snoozeInput = z.object({
  conversationId: z.string(),
  until: dateIn.meta({ description: "Put off until then: an ISO 8601 date-time in the future." }),
});
