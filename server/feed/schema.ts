import { z } from "zod";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import { commaListOf, dateOut, wholeNumber } from "#server/core/fields.ts";

/** Longest wait of one request, in seconds. */
const longestWait = 30;

export const feedInput = z.object({
  cursor: z.string().min(1).max(2000).optional().meta({
    description: "nextCursor of the previous answer. Without it, reading begins where `from` says.",
  }),
  from: z.enum(["oldest", "newest"]).default("oldest").meta({
    description: "Where to begin without a cursor: with the oldest event that is kept, or with the next one.",
  }),
  types: commaListOf(publicEventTypes)
    .optional()
    .meta({ description: "Comma-separated event types; all of them when left out." }),
  channelId: z.string().max(64).optional().meta({ description: "Only events of this channel." }),
  limit: wholeNumber(1, Number.POSITIVE_INFINITY)
    .transform((limit) => Math.min(limit, 100))
    .default(100)
    .meta({ description: "Events per answer, 1 to 100; more is treated as 100.", minimum: 1, default: 100 }),
  wait: wholeNumber(0, longestWait).default(0).meta({
    description:
      "Seconds to wait for the next event when there is none yet, 0 to 30. The answer comes with it at once.",
  }),
});

const feedEventSchema = z
  .object({
    id: z.uuid().meta({ description: "The event's id, as in X-Webhook-Event-Id." }),
    seq: z.int().meta({
      description: "Position among all events of the company, as in X-Webhook-Sequence: it grows, with gaps.",
    }),
    type: z.enum(publicEventTypes),
    createdAt: dateOut.meta({ description: "When it happened: UTC with milliseconds." }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: "What happened, as it was then: `data` of the webhook's body of this type." }),
  })
  .meta({ id: "FeedEvent", description: "An event, as a webhook would tell it." });

export const feedOutput = z.object({
  data: z.array(feedEventSchema).meta({ description: "In the order in which they happened." }),
  nextCursor: z.string().meta({ description: "Where to read on; also when there is nothing new." }),
});

export type FeedInput = z.output<typeof feedInput>;
export type FeedPage = z.output<typeof feedOutput>;
