import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { execute, json, rows, sql } from "#server/db/sql.ts";
import { platforms } from "../connection/credentials.ts";

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
    const payloads = await rows<Payload>(sql`
      select "id", "platform", "body", "attempts", "receivedAt" from inbound_payloads
      where "companyId" = ${actor.companyId} and "channelId" = ${input.channelId} and "status" = 'received'
        and "id"::text > ${input.after} order by "id" limit ${batchSize}`);
    return { payloads };
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
    if (input.outcomes.length === 0) return {};
    await execute(sql`
      update inbound_payloads p set "status" = o."status", "error" = o."error", "attempts" = p."attempts" + 1,
        "kinds" = array(select jsonb_array_elements_text(o."kinds")),
        "processedAt" = case when o."status" = 'received' then null else ${now}::timestamptz end
      from jsonb_to_recordset(${json(input.outcomes)}::jsonb) as o("id" uuid, "status" text, "error" text, "kinds" jsonb)
      where p."companyId" = ${actor.companyId} and p."id" = o."id"`);
    return {};
  },
});
