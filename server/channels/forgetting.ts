import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { emptyPayloads } from "./forgetting.sql.ts";

type Visitor = { companyId: string; channelId: string; visitorId: string };

/**
 * Deletes what the channel knows of a platform's user with their last conversation. An opt-out stays, with the number
 * or id alone: without it the next campaign would write to them again.
 */
export async function forgetIdentity(_: unknown, { companyId, channelId, visitorId }: Visitor): Promise<void> {
  const own = { companyId, channelId, visitorId };
  await prisma.channelIdentity.deleteMany({ where: { ...own, optedOutAt: null } });
  await prisma.channelIdentity.updateMany({ where: own, data: { name: "", username: "" } });
}

/** Small enough that no row stays locked for long. */
const batchSize = 200;

/** Empties the processed payloads in which a platform's webhooks named a person. Returns whether there may be more. */
export const forgetPayloads = command({
  name: "channels.forgetPayloads",
  access: "system",
  input: z.object({ channelId: z.uuid(), platformId: z.string().min(5) }),
  output: z.object({ more: z.boolean() }),
  example: (given) => ({ channelId: given.emptyPhaseId ?? "", platformId: "5491155550000" }),
  async run({ actor, input }) {
    const emptied = await emptyPayloads({ ...input, companyId: actor.companyId }, batchSize);
    return { more: emptied === batchSize };
  },
});
