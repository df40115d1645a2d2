import { z } from "zod";
import { minute, second } from "#server/base/clock.ts";
import { arrivedSchema, holdsSchema } from "../status/schema.ts";

export const externalIdField = z.string().min(1).max(1024).meta({ description: "The platform's id of a message." });

export type Arrived = z.output<typeof arrivedSchema>;
/** What of a message one of its parts holds. */
export type Holds = z.output<typeof holdsSchema>;

/** What became of one part that was handed to a platform, or of the whole message where none is left. */
export const outcomeSchema = z.discriminatedUnion("kind", [
  /** The platform has taken a part. */
  z.object({
    kind: z.literal("accepted"),
    externalId: externalIdField,
    part: z.int(),
    last: z.boolean(),
    numbered: z.boolean().default(false),
    /** What of the message the platform has with this part. */
    arrived: arrivedSchema.optional(),
    holds: holdsSchema.optional(),
  }),
  /** No part was left to send. */
  z.object({ kind: z.literal("complete") }),
  /** Certainly refused for a temporary reason: try again in this many milliseconds. */
  z.object({ kind: z.literal("later"), inMs: z.int().min(0), error: z.string() }),
  /** Perhaps accepted: never sent again, its fate is learnt from what the platform says later. */
  z.object({ kind: z.literal("unknown"), error: z.string() }),
  /** Certainly refused, for good. */
  z.object({
    kind: z.literal("failed"),
    code: z.string(),
    reason: z.string(),
    action: z.enum(["template", "reconnect"]).optional(),
    /** What of the message the platform has taken before. */
    arrived: arrivedSchema.optional(),
  }),
]);
export type Outcome = z.output<typeof outcomeSchema>;

/** A claim is kept alive this often while its process works on it. */
export const keepMs = 3 * second;
/** A claim that is silent for this long is abandoned. */
export const staleMs = 9 * second;
/** A status would have come by then. */
export const giveUpMs = 10 * minute;

/** The failure of a message whose outcome was not learnt in time. */
export const unconfirmed = {
  code: "unconfirmed",
  reason: "The platform never confirmed this message. It may have arrived; it was not sent again.",
};

/** The failure of a bot's words that a person's have overtaken: no robot after a person, at the platform too (F5). */
export const overtakenBy = {
  code: "overtaken",
  reason: "A person had answered before these words of the bot could leave, so they were not sent.",
};
