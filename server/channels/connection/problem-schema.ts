import { z } from "zod";

/** The problems a channel can have; the screens have a text for each (i18n: frame.channelProblems.words). */
export const problemKeys = [
  "partnerRemoved",
  "appUninstalled",
  "offboarded",
  "accountDeleted",
  "onPhone",
  "downgraded",
  "numberChanged",
  "connectionUnused",
  "phoneUnused",
  "registeredAnew",
  "otherReason",
  "disabled",
  "disabledSoon",
  "cannotBegin",
  "cannotAnswer",
  "cannotAddNumbers",
  "otherRestriction",
  "until",
  "violation",
  "violationOf",
  "notApproved",
  "pageBlocked",
  "foreign",
  "takenOver",
  "accessLost",
  "permissionLacking",
  "numberGone",
  "locked",
  "blockedAwhile",
  "countryClosed",
  "unpaid",
  "platform",
] as const;

export const problemWordSchema = z.object({
  key: z.enum(problemKeys),
  value: z.string().meta({ description: "What the words need: a day, the platform's own word." }),
});

export const problemSchema = z.object({
  code: z.int(),
  message: z.string().meta({ description: "In English." }),
  details: z.string(),
  at: z.string(),
  restricted: z.boolean().meta({ description: "The channel is connected, and not everything is allowed." }),
  warning: z.boolean().default(false).meta({ description: "The channel works; the platform warns." }),
  until: z.string().optional().meta({ description: "When a restriction ends, where the platform says so." }),
  words: z.array(problemWordSchema).default([]).meta({ description: "The reason, one after the other; may be empty." }),
});

/** The warning that administrators see above every page. */
export const alarmSchema = z.object({
  channelId: z.string(),
  label: z.string(),
  connected: z.boolean(),
  problem: problemSchema,
});
