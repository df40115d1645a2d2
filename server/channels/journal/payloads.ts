import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { platforms } from "../connection/credentials.ts";
import { findWaiting, writeOutcomes } from "./payloads.sql.ts";

const batchSize = 100;

const payloadSchema = z.object({
  id: z.string(),
  platform: z.enum(platforms),
  body: z.string(),
  attempts: z.int(),
  receivedAt: z.date(),
});
export type Payload = z.output<typeof payloadSchema>;

/** The oldest payloads of a channel that wait. Only its own job takes them, one job at a time. */
export const takePayloads = command({
  name: "channels.takePayloads",
  access: "system",
  input: z.object({ channelId: z.uuid(), after: z.string().default("") }),
  output: z.object({ payloads: z.array(payloadSchema) }),
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input }) {
    return { payloads: await findWaiting(actor.companyId, input.channelId, input.after, batchSize) };
  },
});

const outcomeSchema = z.object({
  id: z.uuid(),
  status: z.enum(["processed", "failed", "ignored", "received"]),
  error: z.string().nullable(),
  kinds: z.array(z.string()),
});

export type PayloadOutcome = z.input<typeof outcomeSchema>;

/** What became of each, written for all of them at once. */
export const finishPayloads = command({
  name: "channels.finishPayloads",
  access: "system",
  input: z.object({ outcomes: z.array(outcomeSchema).max(batchSize) }),
  output: z.object({}),
  example: () => ({ outcomes: [] }),
  async run({ actor, input, now }) {
    if (input.outcomes.length > 0) await writeOutcomes(actor.companyId, input.outcomes, now);
    return {};
  },
});
